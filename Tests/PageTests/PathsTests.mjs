import assert from "node:assert/strict";
import { test } from "node:test";

import { open, randomNumbers } from "./Page.mjs";

const titles = (path) => path && path.map(({ from, to }) => `${from.title} → ${to.title}`);

/// Opens a page with random edges. A few of them are removed ones of a comparison.
function randomPage(seed) {
  const next = randomNumbers(seed);
  const nodes = Array.from({ length: 2 + next(9) }, (_, index) => `M.${index}`);
  const edges = Array.from({ length: next(2 * nodes.length) }, () => [
    nodes[next(nodes.length)], nodes[next(nodes.length)], "eager", next(6) === 0 ? { change: "removed" } : {},
  ]);
  return open(nodes, edges);
}

/// Returns the number of edges from a node to each node that it reaches, by Bellman and Ford.
function distances(page, start) {
  const found = new Map([[start, 0]]);
  for (const _ of page.nodes) {
    for (const { from, to, change } of page.edges) {
      if (change === "removed" || !found.has(from)) continue;
      found.set(to, Math.min(found.get(to) ?? Infinity, found.get(from) + 1));
    }
  }
  return found;
}

test("a path is the shortest, and in the direction of the needs", () => {
  const page = open(["M.A", "M.B", "M.C", "M.D"], [["M.A", "M.B"], ["M.B", "M.C"], ["M.C", "M.D"], ["M.A", "M.C"]]);
  const [a, , , d] = page.nodes;
  assert.deepEqual(titles(page.pathBetween(a, d)), ["A → C", "C → D"]);
  assert.equal(page.pathBetween(d, a), null);
  assert.deepEqual(page.pathBetween(a, a), []);
});

test("the paths between random nodes are as short as possible", () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const page = randomPage(seed);
    for (const start of page.nodes) {
      const expected = distances(page, start);
      for (const end of page.nodes) {
        const path = page.pathBetween(start, end);
        assert.equal(path?.length, expected.get(end), `seed ${seed}`);
        // Each step begins at the end of the step before.
        const passed = [start, ...(path || []).map((edge) => edge.to)];
        assert.deepEqual((path || []).map((edge) => edge.from), passed.slice(0, -1), `seed ${seed}`);
        assert.ok((path || []).every((edge) => edge.change !== "removed"), `seed ${seed}`);
      }
    }
  }
});

test("the path from an entry begins at the closest node that nothing needs", () => {
  const page = open(
    ["M.Far", "M.Middle", "M.Near", "M.Store"],
    [["M.Far", "M.Middle"], ["M.Middle", "M.Store"], ["M.Near", "M.Store"]]);
  const [far, , , store] = page.nodes;
  assert.deepEqual(titles(page.pathFromEntry(store)), ["Near → Store"]);
  assert.equal(page.pathFromEntry(far), null);
});

test("a node that only removed edges need is an entry", () => {
  const page = open(
    ["M.Old", "M.Screen", "M.Model", "M.Store"],
    [["M.Old", "M.Screen", "eager", { change: "removed" }], ["M.Screen", "M.Model"], ["M.Model", "M.Store"]]);
  assert.deepEqual(titles(page.pathFromEntry(page.nodes[3])), ["Screen → Model", "Model → Store"]);
});

test("a cycle has no entry", () => {
  const page = open(["M.A", "M.B"], [["M.A", "M.B"], ["M.B", "M.A"]]);
  assert.equal(page.pathFromEntry(page.nodes[0]), null);
});

test("a change reaches all direct and indirect users", () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const page = randomPage(seed);
    for (const node of page.nodes) {
      const expected = page.nodes.filter((other) => other !== node && distances(page, other).has(node));
      assert.deepEqual(page.reachedByChange(node).map(({ title }) => title), expected.map(({ title }) => title), `seed ${seed}`);
    }
  }
});
