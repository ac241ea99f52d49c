import assert from "node:assert/strict";
import { test } from "node:test";

import { open, randomNumbers } from "./Page.mjs";

const { depthFirstOrder, lightestOrder, longestPaths } = open([]);

/// Returns random successors of items. Without cycles, an item leads only to items after it in a shuffled order.
function randomSuccessors(seed, hasCycles) {
  const next = randomNumbers(seed);
  const size = 1 + next(12);
  const shuffled = Array.from({ length: size }, (_, item) => item).sort(() => next(3) - 1);
  const rank = new Map(shuffled.map((item, position) => [item, position]));
  return shuffled.map((_, item) => shuffled.filter((target) =>
    next(3) === 0 && (hasCycles || rank.get(item) < rank.get(target))));
}

/// Returns the total weight of the edges that lead to an earlier item of an order.
function backward(order, weights) {
  const position = new Map(order.map((item, index) => [item, index]));
  return weights.flatMap((targets, item) =>
    [...targets].filter(([target]) => position.get(target) < position.get(item)).map(([, weight]) => weight))
    .reduce((sum, weight) => sum + weight, 0);
}

const weighted = (successors, weight = () => 1) => successors.map((targets) => new Map(targets.map((target) => [target, weight()])));
const sorted = (numbers) => [...numbers].sort((first, second) => first - second);

test("the layer of an item is one below its lowest predecessor", () => {
  // 0 → 1 → 3 → 4, and 2 → 3
  const successors = [[1], [3], [3], [4], []];
  assert.deepEqual(longestPaths([0, 1, 2, 3, 4], successors), [0, 1, 0, 2, 3]);
});

test("an edge that leads back in the order doesn't change the layers", () => {
  assert.deepEqual(longestPaths([0, 1, 2], [[1], [2], [0]]), [0, 1, 2]);
  assert.deepEqual(longestPaths([2, 0, 1], [[1], [2], [0]]), [1, 2, 0]);
});

test("the depth-first order begins with an item that nothing leads to", () => {
  // 2 → 1, which is in a cycle with 0
  assert.deepEqual(depthFirstOrder([[1], [0], [1]]), [2, 1, 0]);
});

test("without cycles, each item is before its successors in both orders", () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const successors = randomSuccessors(seed, false);
    for (const order of [depthFirstOrder(successors), lightestOrder(weighted(successors))]) {
      assert.deepEqual(sorted(order), [...successors.keys()], `seed ${seed}`);
      assert.equal(backward(order, weighted(successors)), 0, `seed ${seed}`);
    }
  }
});

test("with cycles, both orders contain each item once", () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const successors = randomSuccessors(seed, true);
    for (const order of [depthFirstOrder(successors), lightestOrder(weighted(successors))]) {
      assert.deepEqual(sorted(order), [...successors.keys()], `seed ${seed}`);
    }
  }
});

test("the lightest order cuts the lightest edge of a cycle", () => {
  for (const lightest of [0, 1, 2]) {
    const weights = [0, 1, 2].map((item) => new Map([[(item + 1) % 3, item === lightest ? 1 : 5]]));
    assert.equal(backward(lightestOrder(weights), weights), 1);
  }
});

test("at most half of the weight leads back in the lightest order", () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const next = randomNumbers(seed);
    const weights = weighted(randomSuccessors(seed, true), () => 1 + next(9));
    // An edge from an item to itself leads neither back nor forth.
    weights.forEach((targets, item) => targets.delete(item));
    const total = weights.flatMap((targets) => [...targets.values()]).reduce((sum, weight) => sum + weight, 0);
    assert.ok(backward(lightestOrder(weights), weights) <= total / 2, `seed ${seed}`);
  }
});
