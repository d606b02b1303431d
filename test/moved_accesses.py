#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The guard of lowering/hexagon/late/load_order.c, tried on a model of LLVM's pass hexagon-vc.

    test/moved_accesses.py [--most=N] [--show]

A block is a row of up to N loads and stores.  Two loads, or two stores, with the same letter are at a constant
distance.  The model does what the pass does (the head of load_order.c says it), faults and all.  A question whose
answer is open (do these two overlap? does the pass see that they do not? what uses the load, and where?) is answered
in every way.  A program is wrong if a load sees a store that overlaps it earlier or later than the text says, if
two stores that overlap change places, or if a load is lost.  With the guard none may be; without it, and with each
part of it left out, some must be: else the model shows nothing.
"""
import argparse
import itertools
import sys

# The parts of the guard: a freeze behind loads that are used late; a stop (llvm.sideeffect) between stores and loads;
# what does not count as the first user of a load: stores, and masked loads that take lanes from it.
PARTS = FREEZE, STOP, STORES, LOADS = "freeze", "stop", "using stores", "using loads"
MASKED = 5  # In longer blocks no load uses another one: these are 12 times as many.


class Answers:
    """Answers to questions, asked for as they are needed: all of them, one row of answers after the other."""

    def __init__(self):
        self.row, self.known, self.at = [], {}, 0

    def ask(self, *question):
        if question not in self.known:
            if self.at == len(self.row):
                self.row.append(False)
            self.known[question] = self.row[self.at]
            self.at += 1
        return self.known[question]

    def is_another(self):
        del self.row[self.at:]
        while self.row and self.row[-1]:
            self.row.pop()
        self.known, self.at = {}, 0
        if self.row:
            self.row[-1] = True
        return bool(self.row)


class Block:
    """Access i is kinds[i]: "L" or "S" and a letter.  Place p is right before access p, or the block's end; accesses
    move, places stay."""

    def __init__(self, kinds, guard, ask):
        self.kinds, self.n, self.guard, self.ask = kinds, len(kinds), guard, ask
        self.loads = [i for i, k in enumerate(kinds) if k[0] == "L"]
        self.stores = [i for i, k in enumerate(kinds) if k[0] == "S"]
        self.is_load = [k[0] == "L" for k in kinds]
        self.stops = self.find_stops() if STOP in guard else set()

    # ---- The program
    def overlap(self, i, j):
        return self.ask("overlap", min(i, j), max(i, j))

    def uses(self, i, user):
        """Does an access use what is loaded?  A store stores it, a masked load takes lanes from it."""
        return (not self.is_load[user] or self.n <= MASKED) and self.ask("uses", i, user)

    def first_place(self, i, used="used"):
        """Where something uses load i that is no access, first; None: nothing in this block does."""
        return next((p for p in range(i + 1, self.n + 1) if self.ask(used, i, p)), None)

    # ---- The guard
    def is_used_late(self, i):
        used = False
        for p in range(i + 1, self.n + 1):
            if self.ask("used", i, p):
                return False
            if p < self.n and self.uses(i, p):
                used = True
                if (LOADS if self.is_load[p] else STORES) not in self.guard:
                    return False
            elif p < self.n and not self.is_load[p] and self.overlap(i, p):
                return True
        return not used

    def find_stops(self):
        """The loads with a stop in front of them."""
        found, since = set(), 0
        for i in self.loads:
            if any(self.may_cross(s, i) for s in self.stores if since <= s < i):
                found.add(i)
                since = i
        return found

    def may_cross(self, s, i):
        a = next(a for a in self.loads if a > s and self.kinds[a] == self.kinds[i])
        return any(a < b < i and self.kinds[b] == self.kinds[s] for b in self.stores) and self.overlap(s, i)

    # ---- The pass
    def joins(self, group, i):
        """Does access i move to the first of its group?  Loads go up, stores down; members do not stand in a store's way.
        The pass sees all that overlap, and may see what does not."""
        load, low, high = self.is_load[i], min(group[0], i), max(group[0], i)
        between = [k for k in range(low + 1, high) if load or k not in group]
        if any(low < k <= high for k in self.stops):
            return False
        return not any(self.overlap(i, k) for k in between if not (load and self.is_load[k])) and not self.ask("careful", i)

    def groups(self, accesses):
        found = []
        for letter in "ab":
            last = None
            for i in accesses:
                if self.kinds[i][1] != letter:
                    continue
                if last and self.joins(last, i):
                    last.append(i)
                else:
                    last = [i]
                    found.append(last)
        return [g for g in found if len(g) > 1]

    def run(self):
        """What is wrong behind the pass, or None: with one load of a group that is read anew, or with the order."""
        load = next((i for i in self.loads if self.kinds.count(self.kinds[i]) > 1 and self.ask("look at", i)), None)
        loads = [i for i in self.loads if load is None or self.kinds[i] == self.kinds[load]]
        load_groups, store_groups = self.groups(loads), self.groups(self.stores[::-1])
        if load is not None and not any(load in g for g in load_groups):
            return None
        order = [x for i in range(self.n) for x in (~i, i)] + [~self.n]  # ~p is place p
        for first, *others in load_groups:
            for i in reversed(others):
                order.remove(i)
                order.insert(order.index(first) + 1, i)
        for last, *others in store_groups:
            for i in reversed(others):
                order.remove(i)
                order.insert(order.index(last), i)
        at = {x: k for k, x in enumerate(order)}
        return self.crossed(at) if load is None else self.lines(load, at)

    def crossed(self, at):
        for i, j in itertools.combinations(range(self.n), 2):
            if at[i] > at[j] and not (self.is_load[i] and self.is_load[j]) and self.overlap(i, j):
                return f"{i} and {j} change places"
        return None

    def first_use(self, i, at):
        """Where a line that holds a part of load i is loaded; None: nowhere."""
        if FREEZE in self.guard and self.is_used_late(i):
            return at[~(i + 1)]
        first = self.first_place(i)
        found = [] if first is None else [at[~first]]
        for user in range(i + 1, self.n if first is None else first):
            if self.uses(i, user):
                # What a masked load loads may be written anew before load i is: anywhere behind, where that is used.
                later = self.is_load[user] and self.first_place(user, "user")
                found.append(max(at[user], at[~later] if later else 0))
        if not found and self.ask("used elsewhere", i):
            return at[~self.n]
        return min(found, default=None)

    def lines(self, i, at):
        where = self.first_use(i, at)
        if where is None:
            return f"load {i} is lost"
        late = next((s for s in self.stores if s > i and at[s] < where and self.overlap(i, s)), None)
        return None if late is None else f"load {i} sees store {late}"


def rows(n):
    """All rows of n accesses with a store and two loads or stores that may move; the first load and store are an a."""
    for kinds in itertools.product(("La", "Lb", "Sa", "Sb"), repeat=n):
        first = {k[0]: k[1] for k in reversed(kinds)}
        if "S" in first and set(first.values()) == {"a"} and len(set(kinds)) < n:
            yield kinds


def search(n, guard, enough=None):
    """How many programs of n accesses there are, and those that are wrong."""
    tried, wrong = 0, []
    for kinds in rows(n):
        answers, more = Answers(), True
        while more:
            fault = Block(kinds, guard, answers.ask).run()
            tried += 1
            if fault:
                wrong.append((kinds, fault, dict(answers.known)))
                if enough and len(wrong) >= enough:
                    return tried, wrong
            more = answers.is_another()
    return tried, wrong


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--most", type=int, default=6, help="accesses in a block")
    ap.add_argument("--show", action="store_true", help="the first program that is wrong without each part")
    o = ap.parse_args()
    failed = False
    for left_out in [*PARTS, "all"]:
        guard = frozenset(p for p in PARTS if left_out not in (p, "all"))
        found = next((w for n in range(1, o.most + 1) if (w := search(n, guard, enough=1)[1])), None)
        failed |= not found
        print(f"without {left_out}: {'wrong' if found else 'NOTHING IS WRONG'}", *found[0] if found and o.show else ())
    for n in range(1, o.most + 1):
        tried, wrong = search(n, frozenset(PARTS))
        failed |= bool(wrong)
        print(f"{n} accesses: {tried} programs, {len(wrong)} wrong", *wrong[0] if wrong else (), flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
