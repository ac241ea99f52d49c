import assert from "node:assert/strict";
import { test } from "node:test";

import { open, randomNumbers } from "./Page.mjs";

/// Opens a page with random modules, nodes, and edges.
function randomPage(seed) {
  const next = randomNumbers(seed);
  const modules = 1 + next(6);
  const nodes = Array.from({ length: 1 + next(40) }, (_, index) => ({
    id: `Module${next(modules)}.${"Name".repeat(1 + next(12))}${index}`, role: ["route", "route", "adapter", "collection"][next(4)],
    provides: ["Service<any Interface>"],
  }));
  const edges = Array.from({ length: next(3 * nodes.length) }, () => [nodes[next(nodes.length)].id, nodes[next(nodes.length)].id]);
  return open(nodes, edges);
}

const isOverlapping = (first, second) => first.x < second.x + second.width && second.x < first.x + first.width
  && first.y < second.y + second.height && second.y < first.y + first.height;

function overlaps(items) {
  return items.flatMap((first, index) => items.slice(index + 1).filter((second) => isOverlapping(first, second)).map((second) => [first, second]));
}

test("no two modules overlap, and no two nodes", () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const page = randomPage(seed);
    assert.equal(overlaps(page.plan.areas).length, 0, `seed ${seed}`);
    assert.equal(overlaps(page.nodes).length, 0, `seed ${seed}`);
  }
});

test("a module contains its nodes, and the plan its modules", () => {
  const isInside = (inner, outer) => inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width
    && inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
  for (let seed = 1; seed <= 60; seed += 1) {
    const { plan } = randomPage(seed);
    for (const area of plan.areas) {
      assert.ok(isInside(area, plan.bounds), `seed ${seed}`);
      assert.ok(area.nodes.every((node) => isInside(node, area)), `seed ${seed}`);
    }
  }
});

test("equal graphs have equal layouts", () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const [first, second] = [randomPage(seed), randomPage(seed)].map(({ nodes }) => nodes.map(({ x, y }) => [x, y]));
    assert.deepEqual(first, second, `seed ${seed}`);
  }
});

test("a route is above the routes that it needs, and a module above the modules that it uses", () => {
  const { nodes, plan } = open(["Data.Disk", "App.Screen", "Data.Store", "App.Model"], [
    ["App.Screen", "App.Model"], ["App.Model", "Data.Store"], ["Data.Store", "Data.Disk"],
  ]);
  const [disk, screen, store, model] = nodes.map(({ y }) => y);
  assert.ok(screen < model && model < store && store < disk);
  const [data, app] = plan.areas;
  assert.equal(data.name, "Data");
  assert.ok(app.y + app.height < data.y);
});

test("sweeps order the nodes of a layer like the nodes that they need", () => {
  const page = open(
    ["M.UserA", "M.UserB", "M.UserC", "M.NeedC", "M.NeedB", "M.NeedA"],
    [["M.UserA", "M.NeedA"], ["M.UserB", "M.NeedB"], ["M.UserC", "M.NeedC"]]);
  const [users, needs] = page.plan.areas[0].layers.map((layer) => layer.map(({ title }) => title.slice(-1)));
  assert.deepEqual(users, needs);
});

test("a hidden node has no place in the layout", () => {
  const page = open(["App.Screen", "Data.Store"], [["App.Screen", "Data.Store"]]);
  page.nodes[1].isShown = false;
  page.arrange(1);
  assert.deepEqual(page.plan.areas.map(({ name }) => name), ["App"]);
  page.nodes[0].isShown = false;
  page.arrange(1);
  assert.deepEqual([page.plan.areas, page.plan.links], [[], []]);
});

test("links count the edges between modules, the strongest first", () => {
  const { plan } = open(["A.1", "A.2", "B.1", "C.1"], [["A.1", "C.1"], ["A.1", "B.1"], ["A.2", "B.1"], ["A.1", "A.2"]]);
  assert.deepEqual(plan.links.map(({ from, to, weight }) => [from.name, to.name, weight]), [["A", "B", 2], ["A", "C", 1]]);
});

test("a row above the limit becomes lines with the items in turn", () => {
  const { wrapped } = open([]);
  const row = [1, 2, 3, 4, 5].map((name) => ({ name, width: 40 }));
  const names = (lines) => lines.map(({ items, width }) => [items.map(({ name }) => name), width]);
  // With a space of 10, five items need 240.
  assert.deepEqual(names(wrapped([row], 240, 10)), [[[1, 2, 3, 4, 5], 240]]);
  assert.deepEqual(names(wrapped([row], 239, 10)), [[[1, 3, 5], 140], [[2, 4], 90]]);
  assert.deepEqual(names(wrapped([row.slice(0, 1)], 10, 10)), [[[1], 40]]);
});

test("a line leaves a node downward, and ends at the other", () => {
  const { lineAt } = open([]);
  assert.ok(Math.abs(lineAt(0, 10, 0, 110, 200) - 10) < 1);
  assert.ok(Math.abs(lineAt(200, 10, 0, 110, 200) - 110) < 1);
  assert.ok(Math.abs(lineAt(100, 10, 0, 110, 200) - 60) < 1);
  // At a quarter of its curve, the line is still closer to its start.
  assert.ok(Math.abs(lineAt(59.375, 10, 0, 110, 200) - 25.625) < 1);
});

test("a line passes a node on the closer side", () => {
  const { freePlace, gap } = open([]);
  const row = { nodes: [{ x: 100, width: 80 }, { x: 300, width: 80 }] };
  assert.equal(freePlace(row, 110, 120), 100 - gap.column / 2);
  assert.equal(freePlace(row, 160, 170), 180 + gap.column / 2);
  assert.equal(freePlace(row, 200, 280), null);
});

test("the line of an edge bends around a node in between", () => {
  const page = open(["M.A", "M.B", "M.C"], [["M.A", "M.B"], ["M.B", "M.C"], ["M.A", "M.C"]]);
  const [, between] = page.nodes;
  const [bend, ...others] = page.bendsOf(page.edges[2]);
  assert.deepEqual(others, []);
  assert.equal(bend.y, between.y);
  assert.ok(bend.x < between.x || bend.x > between.x + between.width);
  assert.deepEqual(page.bendsOf(page.edges[0]), []);
});
