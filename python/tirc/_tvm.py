# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TVM's objects and their JSON."""
import json
import threading


STACK = 256 << 20


def with_stack(work):
    """Call work where the stack is large: TVM recurses as deep as a term nests."""
    before, result = threading.stack_size(STACK), []

    def run():
        try:
            result.append((work(), None))
        except BaseException as e:  # raised again by the caller
            result.append((None, e))

    try:
        thread = threading.Thread(target=run)
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    value, error = result[0]
    if error:
        raise error
    return value


def to_json(program):
    """tvm.ir.save_json of a module or function, with LLVM's intrinsics by their names: their numbers are those of the
    LLVM in TVM's package."""
    import tvm
    text = with_stack(lambda: tvm.ir.save_json(program))
    return name_intrinsics(text) if "call_llvm" in text else text


def name_intrinsics(text):
    import tvm
    graph = json.loads(text)
    nodes = graph["nodes"]
    name_of = tvm.get_global_func("target.llvm_get_intrinsic_name")

    def add(node):
        nodes.append(node)
        return len(nodes) - 1

    for node in list(nodes):
        if node["type"] != "ir.Call" or "call_llvm" not in str(nodes[node["data"]["op"]].get("data")):
            continue
        arguments = nodes[node["data"]["args"]]["data"]
        first = nodes[arguments[0]]
        if first["type"] != "ir.IntImm":
            continue
        name = add({"type": "ffi.String", "data": str(name_of(nodes[first["data"]["value"]]["data"]))})
        none = first["data"]["span"]
        ty = add({"type": "ir.StringType", "data": {"span": none}})
        value = add({"type": "ir.StringImm", "data": {"span": none, "ty": ty, "value": name}})
        node["data"]["args"] = add({"type": "ffi.Array", "data": [value, *arguments[1:]]})
    return json.dumps(graph)


def target_of(target):
    """What --target takes of a target: TVM's own become JSON."""
    if isinstance(target, dict):
        return json.dumps(target)
    if hasattr(target, "export"):
        return json.dumps({k: plain(v) for k, v in target.export().items()})
    return target


def plain(value):
    """Values of TVM as Python's."""
    if isinstance(value, (str, int, float, bool)) or value is None:
        return value if not isinstance(value, str) else str(value)
    if hasattr(value, "items"):
        return {str(k): plain(v) for k, v in value.items()}
    return [plain(v) for v in value]
