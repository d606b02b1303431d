#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""damage.py CORPUS [--runs=N]: JSON damaged in thousands of ways is read or refused, never a crash, and what is read can be
printed, shared and written again.  Nothing here needs TVM: the JSON is what tirc makes of texts."""
import argparse
import copy
import json
import pathlib
import random

import tirc


def damage(graph, rng):
    """A copy with one to three nodes changed."""
    graph = copy.deepcopy(graph)
    nodes = graph["nodes"]
    for _ in range(rng.randint(1, 3)):
        node = rng.choice(nodes)
        data = node.get("data")
        how = rng.randrange(6)
        if how == 0:
            node["type"] = rng.choice(nodes)["type"]
        elif how == 1 and isinstance(data, dict) and data:
            data[rng.choice(list(data))] = rng.choice([0, -1, len(nodes), 1 << 62, "x", None, 2.5, [], {}, True])
        elif how == 2 and isinstance(data, dict) and data:
            data[rng.choice(list(data))] = rng.randrange(len(nodes))
        elif how == 3 and isinstance(data, dict) and data:
            del data[rng.choice(list(data))]
        elif how == 4 and isinstance(data, list) and data:
            data[rng.randrange(len(data))] = rng.randrange(len(nodes) + 2)
        else:
            node["data"] = rng.choice([0, -(1 << 63), 1 << 31, "int32x4097", "", [1], {}, None, 1e300])
    return graph


def attempt(text):
    """True if it was read; everything else is an error of tirc's."""
    try:
        module = tirc.Module(text)
        module.script()
        module.json()
        module.legalize().cse()
        tirc.Module(module.json()).script()
        return True
    except tirc.Error as e:
        assert e.messages and not any("internal error" in m.text for m in e.messages), e
        return False


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=3000)
    options = parser.parse_args()
    rng, graphs = random.Random(1), []
    for name in ("crouton_avg_pool2d_3x3_s1/lowered.py", "split_sections/stir.py", "rx_median/lowered.py", "software_pipeline_2stage/stir.py"):
        graphs.append(json.loads(tirc.Module(options.corpus / name).json()))
    read = sum(attempt(json.dumps(damage(rng.choice(graphs), rng))) for _ in range(options.runs))
    texts = [json.dumps(g) for g in graphs]
    for _ in range(options.runs // 10):  # text that ends early, or has another byte
        text = rng.choice(texts)
        at = rng.randrange(len(text))
        attempt(text[:at] if rng.randrange(2) else text[:at] + rng.choice('{}[]",:0a\x01') + text[at + 1:])
    print(f"{read} of {options.runs} damaged graphs were read")
    assert 0 < read < options.runs


main()
