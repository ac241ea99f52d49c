(() => {
"use strict";

// MARK: Model
//
// The nodes and edges, from the page's data, and a function that makes elements.

const data = JSON.parse(document.getElementById("data").textContent);
const modules = data.modules;

const nodes = data.nodes.map((node, index) => ({
  role: "route", kind: "service", lifetime: "transient", provides: [], requires: [], identifiers: [], urls: [],
  captives: [], fields: [], ...node, index, needs: [], users: [], problems: [], isShown: true,
}));

const edges = data.edges.map(([from, to, kind, marks]) => {
  const edge = { ...marks, from: nodes[from], to: nodes[to], kind: data.edgeKinds[kind] };
  edge.from.needs.push(edge);
  edge.to.users.push(edge);
  return edge;
});

for (const problem of data.problems) {
  if (problem.node !== undefined) nodes[problem.node].problems.push(problem);
}

const lifetimes = {
  transient: "", weaklyShared: "weakly shared", singleton: "singleton", scoped: "scoped", keyed: "kept by key",
};

for (const node of nodes) {
  node.isCyclic = node.needs.some((edge) => edge.isCyclic);
  node.isKept = node.role === "route" && node.lifetime !== "transient";
  node.title = node.role === "decorator" ? `decorates ${node.destination}`
    : node.role === "adapter" ? node.provides[0] || node.destination : node.destination;
  const life = node.role === "route" ? lifetimes[node.lifetime] : node.role;
  node.note = [
    life, node.scope && `in ${node.scope}`, node.profile && `only in ${node.profile}`, !life && node.urls[0],
  ].filter(Boolean).join(", ") || node.kind;
  node.searched = [
    node.id, node.title, node.destination, ...node.provides, ...node.identifiers, ...node.urls, node.place || "",
  ].join("\n").toLowerCase();
}

/// Makes an element. Children that are strings become text, never markup.
function element(name, properties, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties || {})) {
    if (value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "class") made.className = value;
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== undefined && child !== null && child !== false));
  return made;
}

const byID = (id) => document.getElementById(id);
const count = (number, noun) => `${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;

// MARK: Paths
//
// Answers about the graph: the path between two routes, the way from an entry, and the effects of a change.

/// Returns the edges of the shortest path from a node to one that satisfies a condition, or null.
///
/// `next` returns the edges to follow at a node, and `end` the other end of an edge.
function findPath(start, next, end, isGoal) {
  const cameBy = new Map([[start, null]]);
  const queue = [start];
  for (let position = 0; position < queue.length; position += 1) {
    const node = queue[position];
    if (isGoal(node)) {
      const path = [];
      for (let at = node; cameBy.get(at); at = path[path.length - 1].start) {
        const edge = cameBy.get(at);
        path.push({ edge, start: end(edge) === edge.to ? edge.from : edge.to });
      }
      return path.reverse().map((step) => step.edge);
    }
    for (const edge of next(node)) {
      if (edge.change === "removed" || cameBy.has(end(edge))) continue;
      cameBy.set(end(edge), edge);
      queue.push(end(edge));
    }
  }
  return null;
}

const pathBetween = (from, to) => findPath(from, (node) => node.needs, (edge) => edge.to, (node) => node === to);

/// Returns the shortest path to a node from one that nothing needs.
function pathFromEntry(node) {
  const path = findPath(
    node, (at) => at.users, (edge) => edge.from,
    (at) => at !== node && at.users.every((edge) => edge.change === "removed"));
  return path && path.reverse();
}

/// Returns all nodes that need a node, directly or indirectly, in the order of their declaration.
function reachedByChange(node) {
  const found = new Set([node]);
  const open = [node];
  while (open.length > 0) {
    for (const edge of open.pop().users) {
      if (edge.change === "removed" || found.has(edge.from)) continue;
      found.add(edge.from);
      open.push(edge.from);
    }
  }
  found.delete(node);
  return [...found].sort((first, second) => first.index - second.index);
}

// MARK: Layers
//
// Layers from top to bottom: a node is below the nodes that need it, except in a cycle.

/// Returns the layer of each item by the longest path, without the edges that close a cycle.
///
/// `order` contains the items so that few edges lead back.
function longestPaths(order, successors) {
  const position = new Array(order.length);
  order.forEach((item, index) => { position[item] = index; });
  const layer = new Array(order.length).fill(0);
  for (const item of order) {
    for (const target of successors[item]) {
      if (position[target] > position[item]) layer[target] = Math.max(layer[target], layer[item] + 1);
    }
  }
  return layer;
}

/// Returns the items so that an item is before its successors, except in a cycle. It starts with items that nothing
/// leads to.
function depthFirstOrder(successors) {
  const isReached = new Array(successors.length).fill(false);
  for (const targets of successors) for (const target of targets) isReached[target] = true;
  const roots = successors.map((_, index) => index);
  roots.sort((first, second) => isReached[first] - isReached[second] || first - second);
  const state = new Array(successors.length).fill(0);
  const finished = [];
  for (const root of roots) {
    if (state[root]) continue;
    const stack = [root];
    while (stack.length > 0) {
      const item = stack[stack.length - 1];
      if (state[item] === 0) {
        state[item] = 1;
        for (const target of successors[item]) if (state[target] === 0) stack.push(target);
      } else {
        stack.pop();
        if (state[item] === 1) finished.push(item);
        state[item] = 2;
      }
    }
  }
  return finished.reverse();
}

/// Returns the items so that the total weight of edges that lead back is small (Eades, Lin, and Smyth).
function lightestOrder(weights) {
  const size = weights.length;
  const [outgoing, incoming] = [new Array(size).fill(0), new Array(size).fill(0)];
  const sources = weights.map(() => new Map());
  weights.forEach((targets, item) => {
    for (const [target, weight] of targets) {
      outgoing[item] += weight;
      incoming[target] += weight;
      sources[target].set(item, weight);
    }
  });
  const [first, last] = [[], []];
  const rest = new Set(weights.keys());
  // Items without outgoing or incoming edges.
  const free = [...rest].filter((item) => outgoing[item] === 0 || incoming[item] === 0);
  const remove = (item) => {
    rest.delete(item);
    for (const [target, weight] of weights[item]) {
      incoming[target] -= weight;
      if (incoming[target] === 0) free.push(target);
    }
    for (const [source, weight] of sources[item]) {
      outgoing[source] -= weight;
      if (outgoing[source] === 0) free.push(source);
    }
  };
  while (rest.size > 0) {
    for (let position = 0; position < free.length; position += 1) {
      const item = free[position];
      if (!rest.has(item)) continue;
      if (outgoing[item] === 0) last.push(item);
      else first.push(item);
      remove(item);
    }
    free.length = 0;
    let best = -1;
    for (const item of rest) {
      if (best < 0 || outgoing[item] - incoming[item] > outgoing[best] - incoming[best]) best = item;
    }
    if (best >= 0) { first.push(best); remove(best); }
  }
  return [...first, ...last.reverse()];
}

// MARK: Layout
//
// The places of modules and nodes. Equal graphs in windows of equal proportions have equal layouts.

const gap = { column: 18, row: 34, area: 46, padding: 16, title: 26 };
const boxHeight = 38;
// An estimate, so that the layout doesn't depend on the fonts of the machine.
const letterWidth = 7.9;

const plan = { areas: [], links: [], rows: [], bounds: { x: 0, y: 0, width: 1, height: 1 } };

/// Places the shown nodes.
///
/// Each module is an area with layers of its own, and the areas are in layers. Sweeps move each node and each area
/// toward its connected nodes. The shortest arrangement of all sweeps wins.
function arrange(aspect) {
  camera.aspect = aspect;
  const areas = modules.map((name, module) => ({ name, module, nodes: [], isArea: true }));
  for (const node of nodes) {
    if (!node.isShown) continue;
    const letters = Math.max(node.title.length, node.note.length * 0.82);
    node.width = Math.min(260, Math.max(96, Math.ceil(letterWidth * letters) + (node.role === "adapter" ? 50 : 28)));
    node.height = boxHeight;
    areas[node.module].nodes.push(node);
  }
  plan.areas = areas.filter((area) => area.nodes.length > 0);
  if (plan.areas.length === 0) {
    plan.links = [];
    return;
  }
  plan.areas.forEach((area, position) => { area.position = position; layerNodes(area); });
  const rows = layerAreas();
  let best = Infinity;
  let shortest = null;
  for (let sweep = 0; sweep < 8; sweep += 1) {
    place(rows, aspect);
    const length = totalLength();
    if (length < best - 0.5) {
      best = length;
      shortest = { rows: rows.map((row) => [...row]), layers: plan.areas.map((area) => area.layers.map((layer) => [...layer])) };
    }
    sortTowardNeighbors(rows, sweep);
  }
  shortest.layers.forEach((layers, position) => { plan.areas[position].layers = layers; });
  place(shortest.rows, aspect);
  placeEnds();
}

function layerNodes(area) {
  area.nodes.forEach((node, position) => { node.local = position; });
  const successors = area.nodes.map((node) =>
    node.needs.filter((edge) => edge.to.isShown && edge.to.module === area.module && edge.to !== node)
      .map((edge) => edge.to.local));
  const layer = longestPaths(depthFirstOrder(successors), successors);
  area.layers = [];
  area.nodes.forEach((node, position) => { (area.layers[layer[position]] ||= []).push(node); });
}

/// Returns the areas in rows, and finds the links between areas with the number of their edges.
function layerAreas() {
  const positions = new Map(plan.areas.map((area) => [area.module, area.position]));
  const weights = plan.areas.map(() => new Map());
  for (const edge of edges) {
    if (!edge.from.isShown || !edge.to.isShown || edge.from.module === edge.to.module) continue;
    const targets = weights[positions.get(edge.from.module)];
    const target = positions.get(edge.to.module);
    targets.set(target, (targets.get(target) || 0) + 1);
  }
  plan.links = weights.flatMap((targets, from) =>
    [...targets].map(([to, weight]) => ({ from: plan.areas[from], to: plan.areas[to], weight })))
    .sort((first, second) => second.weight - first.weight);
  const layer = longestPaths(lightestOrder(weights), weights.map((targets) => [...targets.keys()]));
  const rows = [];
  plan.areas.forEach((area, position) => { (rows[layer[position]] ||= []).push(area); });
  return rows;
}

function place(rows, aspect) {
  let total = 0;
  for (const area of plan.areas) {
    const room = area.nodes.reduce((sum, node) => sum + (node.width + gap.column) * (boxHeight + gap.row), 0);
    const lines = wrapped(area.layers, Math.max(240, Math.sqrt(room * 1.9)), gap.column);
    let y = gap.title + gap.padding;
    area.width = Math.max(140, 10 * area.name.length, ...lines.map((line) => line.width)) + 2 * gap.padding;
    for (const line of lines) {
      let x = (area.width - line.width) / 2;
      for (const node of line.items) {
        [node.left, node.top] = [x, y];
        x += node.width + gap.column;
      }
      y += boxHeight + gap.row;
    }
    area.height = y - gap.row + gap.padding;
    total += (area.width + gap.area) * (area.height + gap.area);
  }
  const widest = Math.max(...plan.areas.map((area) => area.width));
  const lines = wrapped(rows, Math.max(widest, Math.sqrt(total * aspect) * 1.15), gap.area);
  placeLines(lines, aspect);
}

/// Places lines of areas below each other, and in several columns if there are many layers.
function placeLines(lines, aspect) {
  const height = (found) => found.reduce((sum, line) => sum + line.height, 0);
  const width = (found) => Math.max(...found.map((line) => line.width));
  for (const line of lines) line.height = Math.max(...line.items.map((area) => area.height)) + gap.area;
  const full = height(lines);
  const fits = camera.height / full > 0.4 && camera.width / width(lines) > 0.4;
  const divided = (number) => {
    const columns = [[]];
    for (const line of lines) {
      const column = columns[columns.length - 1];
      if (column.length > 0 && height(column) + line.height / 2 > full / number) columns.push([line]);
      else column.push(line);
    }
    return columns;
  };
  // The largest scale at which all columns are in view.
  const scale = (columns) => Math.min(
    aspect / columns.reduce((sum, column) => sum + width(column) + 2 * gap.area, 0), 1 / Math.max(...columns.map(height)));
  let columns = divided(1);
  for (let number = 2; !fits && number <= Math.min(24, lines.length); number += 1) {
    const other = divided(number);
    if (scale(other) > scale(columns)) columns = other;
  }
  let left = 0;
  for (const column of columns) {
    const most = width(column);
    let y = 0;
    for (const line of column) {
      let x = left + (most - line.width) / 2;
      for (const area of line.items) {
        [area.x, area.y] = [x, y];
        for (const node of area.nodes) [node.x, node.y] = [x + node.left, y + node.top];
        x += area.width + gap.area;
      }
      y += line.height;
    }
    left += most + 2 * gap.area;
  }
  plan.bounds = { x: 0, y: 0, width: left - 2 * gap.area, height: Math.max(...columns.map(height)) - gap.area };
}

/// Returns lines of items. A row above the limit becomes several lines, with the items in the same order from left
/// to right across all of them.
function wrapped(rows, limit, space) {
  const lines = [];
  for (const row of rows) {
    const full = row.reduce((sum, item) => sum + item.width + space, -space);
    const parts = Math.max(1, Math.min(row.length, Math.ceil(full / limit)));
    const found = Array.from({ length: parts }, () => ({ items: [], width: -space }));
    row.forEach((item, index) => {
      const line = found[index % parts];
      line.items.push(item);
      line.width += item.width + space;
    });
    lines.push(...found);
  }
  return lines;
}

const middle = (item) => item.x + item.width / 2;

// Lines inside of a module count more: lines to other modules cross much anyway.
const weight = (edge) => edge.from.module === edge.to.module ? 5 : 1;

function totalLength() {
  let length = 0;
  for (const edge of edges) {
    if (edge.from.isShown && edge.to.isShown) length += weight(edge) * Math.abs(middle(edge.from) - middle(edge.to));
  }
  return length;
}

/// Sorts by the mean place of connected nodes: of those above in even sweeps, and of those below in odd ones.
function sortTowardNeighbors(rows, sweep) {
  const pull = (node, area) => {
    let [sum, total] = [0, 0];
    for (const edge of sweep % 2 === 0 ? node.users : node.needs) {
      const other = edge.from === node ? edge.to : edge.from;
      if (!other.isShown || other === node) continue;
      // Another module pulls to a side of this one, however far away it is.
      sum += weight(edge) * Math.min(area.x + area.width, Math.max(area.x, middle(other)));
      total += weight(edge);
    }
    return total === 0 ? middle(node) : sum / total;
  };
  const sort = (items) => items.sort((first, second) => first.pull - second.pull || first.order - second.order);
  for (const area of plan.areas) {
    let [sum, number] = [0, 0];
    for (const layer of area.layers) {
      layer.forEach((node, order) => { node.order = order; node.pull = pull(node, area); });
      sort(layer);
    }
    for (const node of area.nodes) {
      for (const edge of sweep % 2 === 0 ? node.users : node.needs) {
        const other = edge.from === node ? edge.to : edge.from;
        if (other.isShown && other.module !== area.module) { sum += middle(other); number += 1; }
      }
    }
    area.pull = number === 0 ? area.x + area.width / 2 : sum / number;
  }
  for (const row of rows) {
    row.forEach((area, order) => { area.order = order; });
    sort(row);
  }
}

// MARK: Lines
//
// The lines of edges: where they leave and reach nodes, and how they pass the nodes in between.

const margin = gap.column / 2;
const stub = 18;

/// Spreads the ends of edges along the nodes, in the order of the other ends, and forgets the lines between them.
function placeEnds() {
  const spread = (ends, key, node, other) => {
    const shown = ends.filter((edge) => edge[other].isShown).sort((first, second) => middle(first[other]) - middle(second[other]));
    const width = Math.min(node.width * 0.6, 12 * (shown.length - 1));
    shown.forEach((edge, index) => {
      edge[key] = middle(node) + (shown.length > 1 ? width * (index / (shown.length - 1) - 0.5) : 0);
      edge.bends = null;
    });
  };
  const rows = new Map();
  for (const node of nodes) {
    if (!node.isShown) continue;
    spread(node.needs, "startX", node, "to");
    spread(node.users, "endX", node, "from");
    if (!rows.has(node.y)) rows.set(node.y, { y: node.y, nodes: [] });
    rows.get(node.y).nodes.push(node);
  }
  plan.rows = [...rows.values()].sort((first, second) => first.y - second.y);
}

// How far the line leaves a place in the vertical direction before it turns.
const turn = (height) => Math.min(120, Math.max(12, Math.abs(height) / 2));

/// Returns the horizontal position of the line between two places at a height.
function lineAt(height, x, y, endX, endY) {
  const bend = Math.sign(endY - y) * turn(endY - y);
  let [low, high] = [0, 1];
  for (let step = 0; step < 10; step += 1) {
    const t = (low + high) / 2;
    const at = y * (1 - t) ** 3 + 3 * (y + bend) * t * (1 - t) ** 2 + 3 * (endY - bend) * t ** 2 * (1 - t) + endY * t ** 3;
    if ((at < height) === (endY > y)) low = t;
    else high = t;
  }
  return x + (endX - x) * low ** 2 * (3 - 2 * low);
}

/// Returns the closest free place in a row of nodes if a line from one horizontal position to another hits a node.
function freePlace(row, first, second) {
  const [left, right] = [Math.min(first, second) - 4, Math.max(first, second) + 4];
  const hit = row.nodes.find((node) => right > node.x && left < node.x + node.width);
  return !hit ? null : left + right < 2 * middle(hit) ? hit.x - margin : hit.x + hit.width + margin;
}

/// Returns the places at which the line of an edge passes the rows between its nodes.
///
/// A bend changes the line on both sides of its row, so that it can hit a node of another row.
function bendsOf(edge) {
  if (edge.bends) return edge.bends;
  const { from, to } = edge;
  const isDown = to.y > from.y;
  const passed = plan.rows.filter((row) => isDown ? row.y > from.y && row.y < to.y : row.y < from.y && row.y > to.y);
  if (!isDown) passed.reverse();
  const start = isDown ? { x: edge.startX, y: from.y }
    : { x: edge.endX < edge.startX ? from.x - margin : from.x + from.width + margin, y: from.y };
  const end = { x: edge.endX, y: to.y };
  if (to.y < from.y) end.x = edge.endX > start.x ? to.x - margin : to.x + to.width + margin;
  const bends = new Map();
  // Nobody follows a line across so many rows.
  const isFollowed = passed.length <= 60;
  for (let isBent = isFollowed, round = 0; isBent && round < 4; round += 1) {
    isBent = false;
    passed.forEach((row, index) => {
      if (bends.has(row)) return;
      const before = bends.get(passed.slice(0, index).findLast((other) => bends.has(other))) || start;
      const after = bends.get(passed.slice(index + 1).find((other) => bends.has(other))) || end;
      const [top, bottom] = isDown ? [before.y + boxHeight, after.y] : [after.y + boxHeight, before.y];
      // Rows of different columns can overlap.
      if (row.y < top || row.y + boxHeight > bottom) return;
      const [first, second] = [row.y, row.y + boxHeight].map((height) => isDown
        ? lineAt(height, before.x, top, after.x, bottom) : lineAt(height, before.x, bottom, after.x, top));
      const x = freePlace(row, first, second);
      if (x === null) return;
      bends.set(row, { x, y: row.y });
      isBent = true;
    });
  }
  edge.bends = passed.filter((row) => bends.has(row)).map((row) => bends.get(row));
  if (!isDown) edge.bends.unshift(start);
  if (to.y < from.y) edge.bends.push(end);
  return edge.bends;
}

/// Adds the line of an edge, or only its start or end, to the current path of a canvas.
function trace(edge, part, path = context) {
  const { from, to, startX, endX } = edge;
  if (part) {
    const [x, y] = part === "start" ? [startX, from.y + boxHeight] : [endX, to.y - stub];
    path.moveTo(x, y);
    path.lineTo(x, y + stub);
    return;
  }
  const isDown = to.y > from.y;
  let [x, y] = [startX, from.y + boxHeight];
  path.moveTo(x, y);
  const next = (toX, toY, firstBend, lastBend) => {
    path.bezierCurveTo(x, y + firstBend, toX, toY - lastBend, toX, toY);
    [x, y] = [toX, toY];
  };
  if (isDown) {
    for (const bend of bendsOf(edge)) {
      const half = turn(bend.y - y);
      next(bend.x, bend.y - 3, half, half);
      path.lineTo(bend.x, y = bend.y + boxHeight + 3);
    }
    const half = turn(to.y - y);
    next(endX, to.y, half, half);
  } else {
    const bends = bendsOf(edge);
    next(bends[0].x, from.y + boxHeight / 2, 18, -24);
    for (const bend of bends.slice(1)) {
      const half = turn(y - bend.y - boxHeight);
      next(bend.x, bend.y + boxHeight + 3, -half, -half);
      path.lineTo(bend.x, y = bend.y);
    }
    next(endX, to.y, -24, 26);
  }
}

// MARK: Camera
//
// The visible part of the graph: panning and zooming by pointer, wheel, and keyboard.

const stage = byID("stage");
const canvas = byID("canvas");
const camera = { x: 0, y: 0, scale: 1, width: 1, height: 1, aspect: 1, showsEverything: false };

let isDrawingRequested = false;

function requestDrawing() {
  if (isDrawingRequested) return;
  isDrawingRequested = true;
  requestAnimationFrame(() => {
    isDrawingRequested = false;
    draw();
  });
}

function measureStage() {
  camera.width = Math.max(1, stage.clientWidth);
  camera.height = Math.max(1, stage.clientHeight);
  const density = Math.min(2, window.devicePixelRatio || 1);
  canvas.width = Math.round(camera.width * density);
  canvas.height = Math.round(camera.height * density);
  if (camera.showsEverything) {
    // Rotating a window changes the layout.
    if (Math.abs(Math.log(aspect() / camera.aspect)) > 0.25) arrange(aspect());
    showEverything();
  }
  requestDrawing();
}

function showEverything() {
  const { x, y, width, height } = plan.bounds;
  const space = 24;
  // In a narrow window, the buttons cover the bottom.
  const buttons = camera.width < 600 ? 52 : 0;
  camera.scale = Math.min(1.1, (camera.width - space) / width, (camera.height - space - buttons) / height);
  camera.x = camera.width / 2 - (x + width / 2) * camera.scale;
  camera.y = (camera.height - buttons) / 2 - (y + height / 2) * camera.scale;
  camera.showsEverything = true;
  requestDrawing();
}

function showNode(node, isZooming) {
  camera.showsEverything = false;
  if (isZooming) camera.scale = Math.max(camera.scale, 0.85);
  camera.x = camera.width / 2 - middle(node) * camera.scale;
  camera.y = camera.height / 2 - (node.y + node.height / 2) * camera.scale;
  requestDrawing();
}

/// Shows a module, at a smaller scale if it doesn't fit, unless it's in view.
function showArea(area) {
  if (isVisible(area)) return;
  camera.showsEverything = false;
  camera.scale = Math.min(camera.scale, 0.9 * Math.min(camera.width / area.width, camera.height / area.height));
  camera.x = camera.width / 2 - middle(area) * camera.scale;
  camera.y = camera.height / 2 - (area.y + area.height / 2) * camera.scale;
  requestDrawing();
}

function isVisible(node) {
  const [x, y] = [node.x * camera.scale + camera.x, node.y * camera.scale + camera.y];
  return x > 0 && y > 0 && x + node.width * camera.scale < camera.width && y + node.height * camera.scale < camera.height;
}

function pan(x, y) {
  camera.showsEverything = false;
  camera.x += x;
  camera.y += y;
  requestDrawing();
}

function zoom(factor, x = camera.width / 2, y = camera.height / 2) {
  camera.showsEverything = false;
  const scale = Math.min(3, Math.max(0.01, camera.scale * factor));
  camera.x = x - (x - camera.x) * (scale / camera.scale);
  camera.y = y - (y - camera.y) * (scale / camera.scale);
  camera.scale = scale;
  requestDrawing();
}

function nodeAt(x, y) {
  const [left, top] = [(x - camera.x) / camera.scale, (y - camera.y) / camera.scale];
  return nodes.find((node) => node.isShown && left >= node.x && left <= node.x + node.width
    && top >= node.y && top <= node.y + node.height);
}

function areaAt(x, y) {
  const [left, top] = [(x - camera.x) / camera.scale, (y - camera.y) / camera.scale];
  return plan.areas.find((area) => left >= area.x && left <= area.x + area.width
    && top >= area.y && top <= area.y + area.height);
}

/// Selects the route or the module at a place. From afar, a large graph shows modules.
function selectAt({ x, y }) {
  const area = areaAt(x, y);
  const node = isShowingModules() && area ? null : nodeAt(x, y);
  if (node || !area) select(node || null);
  else selectModule(area.module);
}

/// Names the node or the module under the pointer. Far away, names don't fit into them.
function showTip({ x, y }) {
  const node = nodeAt(x, y);
  const area = areaAt(x, y);
  const tip = [node && node.title, area && area.name].filter(Boolean).join(", ");
  if (stage.title !== tip) stage.title = tip;
}

function observePointers() {
  const pointers = new Map();
  let moved = 0;
  const place = (event) => {
    const bounds = stage.getBoundingClientRect();
    return { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
  };
  stage.addEventListener("pointerdown", (event) => {
    if (pointers.size === 0) moved = 0;
    pointers.set(event.pointerId, place(event));
    stage.setPointerCapture(event.pointerId);
  });
  stage.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    const now = place(event);
    if (!before) return showTip(now);
    moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
    if (pointers.size === 1) {
      if (moved > 3) stage.classList.add("moving");
      pan(now.x - before.x, now.y - before.y);
    } else {
      const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
      const distance = (from) => Math.max(1, Math.hypot(from.x - other.x, from.y - other.y));
      zoom(distance(now) / distance(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
    }
    pointers.set(event.pointerId, now);
  });
  const release = (event) => {
    const at = pointers.get(event.pointerId);
    pointers.delete(event.pointerId);
    stage.classList.remove("moving");
    if (event.type === "pointerup" && at && moved <= 3) selectAt(at);
  };
  stage.addEventListener("pointerup", release);
  stage.addEventListener("pointercancel", release);
  stage.addEventListener("dblclick", (event) => {
    const at = place(event);
    zoom(2, at.x, at.y);
  });
  stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    const at = place(event);
    zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.002)), at.x, at.y);
  }, { passive: false });
}

const directions = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

function observeStageKeys() {
  stage.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = directions[event.key];
    if (direction && event.shiftKey) pan(-80 * direction[0], -80 * direction[1]);
    else if (direction) select(neighbor(direction) || state.selected);
    else if (event.key === "+" || event.key === "=") zoom(1.25);
    else if (event.key === "-") zoom(0.8);
    else if (event.key === "0") showEverything();
    else if (event.key === "Escape") select(null);
    else if (event.key === "Enter" && (state.selected || state.module !== null)) byID("panel").focus();
    else return;
    event.preventDefault();
  });
}

/// Returns the closest node in a direction, or the first node without a selection.
function neighbor([x, y]) {
  const from = state.selected;
  const shown = nodes.filter((node) => node.isShown && (!state.matches || state.matches.has(node)));
  if (!from || !from.isShown) return shown[0];
  let best = null;
  let least = Infinity;
  for (const node of shown) {
    const [right, down] = [middle(node) - middle(from), node.y - from.y];
    const [along, across] = [right * x + down * y, Math.abs(right * y) + Math.abs(down * x)];
    if (node === from || along <= 1) continue;
    const cost = along + 2.5 * across;
    if (cost < least) [best, least] = [node, cost];
  }
  return best;
}

// MARK: Drawing
//
// The drawing of the visible part. Far away, it shows the modules and their links instead of each edge.

const context = canvas.getContext("2d");
let colors = {};

function readColors() {
  const style = getComputedStyle(document.documentElement);
  for (const name of [
    "page", "text", "quiet", "area", "area-line", "edge", "view", "view-line", "service", "service-line", "other",
    "other-line", "selected", "need", "user", "path", "error", "warning", "added", "removed", "changed",
  ]) colors[name] = style.getPropertyValue(`--${name}`).trim();
  requestDrawing();
}

const font = (size, weight = "") => `${weight} ${size}px system-ui, sans-serif`.trim();

const isLarge = () => edges.length > 400;

/// Whether nodes are too small for names, so that the modules of a large graph are its parts.
const isShowingModules = () => isLarge() && camera.scale < 0.2;

function draw() {
  const density = canvas.width / camera.width;
  context.setTransform(density, 0, 0, density, 0, 0);
  context.fillStyle = colors.page;
  context.fillRect(0, 0, camera.width, camera.height);
  context.setTransform(density * camera.scale, 0, 0, density * camera.scale, density * camera.x, density * camera.y);
  const view = {
    left: -camera.x / camera.scale, top: -camera.y / camera.scale,
    right: (camera.width - camera.x) / camera.scale, bottom: (camera.height - camera.y) / camera.scale,
  };
  const isInView = (item) => item.x < view.right && item.x + item.width > view.left
    && item.y < view.bottom && item.y + item.height > view.top;
  const areas = plan.areas.filter(isInView);
  for (const area of areas) drawArea(area);
  const isFar = isLarge() && camera.scale < 0.3;
  if (isFar) drawLinks();
  drawEdges(isInView, isFar);
  for (const area of areas) {
    for (const node of area.nodes) if (isInView(node)) drawNode(node);
    drawTitle(area);
  }
}

function drawArea(area) {
  context.globalAlpha = 1;
  context.fillStyle = colors.area;
  context.strokeStyle = colors["area-line"];
  context.lineWidth = 1 / Math.min(1, camera.scale);
  context.beginPath();
  context.roundRect(area.x, area.y, area.width, area.height, 8);
  context.fill();
  context.stroke();
}

/// Draws the name of a module in a size that stays readable.
function drawTitle(area) {
  let size = Math.max(14, 11 / camera.scale);
  const room = area.width - 1.5 * gap.padding;
  // All names can have the same word, which takes the room of the part that differs.
  const isNarrow = room < size * 0.56 * area.name.length;
  const title = isNarrow ? area.name.replace(/^Module(?=.)|(?<=.)Module$/, "") : area.name;
  if (room < size * 0.56 * Math.min(4, title.length)) return;
  context.globalAlpha = 1;
  context.textBaseline = "top";
  const measure = () => {
    context.font = font(size, "600");
    return context.measureText(title).width;
  };
  size = Math.max(14, 9 / camera.scale, size * Math.min(1, 0.97 * room / measure()));
  const width = measure();
  const name = width <= room ? title : shortened(title, Math.floor((title.length * room) / width));
  if (size > 24) {
    context.fillStyle = colors.area;
    context.globalAlpha = 0.85;
    context.fillRect(area.x + gap.padding - 2, area.y + 6, context.measureText(name).width + 4, size * 1.15);
    context.globalAlpha = 1;
  }
  context.fillStyle = colors.quiet;
  context.fillText(name, area.x + gap.padding, area.y + 8);
}

const shortened = (text, letters) => text.length <= letters ? text : `${text.slice(0, Math.max(1, letters - 1))}…`;

function curve(from, to) {
  const [x, y] = [from.x + from.width / 2, from.y + from.height];
  const [endX, endY] = [to.x + to.width / 2, to.y];
  context.moveTo(x, y);
  if (endY >= y) {
    const bend = Math.min(120, Math.max(14, (endY - y) / 2));
    context.bezierCurveTo(x, y + bend, endX, endY - bend, endX, endY);
  } else {
    // Back up, around the side of both ends.
    const side = Math.max(from.x + from.width, to.x + to.width) + 24;
    context.bezierCurveTo(side, y + 40, side, endY - 40, endX, endY);
  }
}

/// Draws the strongest connections between modules, in three widths.
function drawLinks() {
  context.strokeStyle = colors.edge;
  context.globalAlpha = isEmphasized() ? 0.12 : 0.45;
  // Collections and scopes are often connected with most modules.
  const hasRoutes = (area) => area.nodes.some((node) => node.role !== "collection" && node.role !== "scope");
  const drawn = plan.links.filter(({ from, to }) => hasRoutes(from) && hasRoutes(to)).slice(0, 400);
  for (const [width, least, most] of [[1, 1, 3], [2, 3, 10], [4, 10, Infinity]]) {
    context.lineWidth = width / camera.scale;
    context.beginPath();
    for (const { from, to, weight } of drawn) if (weight >= least && weight < most) curve(from, to);
    context.stroke();
  }
}

/// Returns the group of edges with the same look.
function look(edge) {
  if (state.emphasis.edges.has(edge)) return `${state.emphasis.edges.get(edge)} strong`;
  if (edge.change) return edge.change;
  if (edge.isCaptive) return "warning";
  if (edge.isCyclic) return "error";
  return edge.kind;
}

const dashes = { lazy: [6, 4], observed: [2, 3], scope: [1, 3], error: [8, 3, 2, 3], removed: [4, 4] };

function drawEdges(isInView, isFar) {
  const groups = new Map();
  for (const edge of edges) {
    const { from, to } = edge;
    if (!from.isShown || !to.isShown || from === to) continue;
    const name = look(edge);
    // So many lines would hide the nodes.
    const isCovering = isFar && state.emphasis.edges.size > 1000;
    if (isFar && (isCovering || !name.endsWith("strong")) && !edge.change) continue;
    // In a large graph, a line that leaves the view only begins or ends.
    let part = "";
    if (isLarge() && !name.endsWith("strong")) {
      const [isStartInView, isEndInView] = [isInView(from), isInView(to)];
      if (!isStartInView && !isEndInView) continue;
      part = !isEndInView ? "start" : !isStartInView ? "end" : "";
    }
    const key = `${name} ${part}`;
    if (!groups.has(key)) groups.set(key, { name, part, edges: [] });
    groups.get(key).edges.push(edge);
  }
  const isStrong = ({ name }) => name.endsWith("strong");
  for (const group of [...groups.values()].sort((first, second) => isStrong(first) - isStrong(second))) {
    drawGroup(group, isStrong(group));
  }
}

/// Draws the edges with the same look.
function drawGroup({ name, part, edges }, isStrong) {
  const color = colors[name.replace(" strong", "")] || colors.edge;
  context.globalAlpha = isStrong ? 1 : isEmphasized() ? 0.14 : 0.75;
  context.strokeStyle = color;
  context.fillStyle = color;
  context.lineWidth = (isStrong ? 2 : 1.2) / Math.min(1, camera.scale * (isStrong ? 1 : 1.6));
  context.setLineDash(edges.length < 300 ? dashes[isStrong ? edges[0].kind : name] || [] : []);
  context.beginPath();
  for (const edge of edges) trace(edge, part);
  context.stroke();
  context.setLineDash([]);
  if (camera.scale < 0.4 || part === "start") return;
  context.beginPath();
  for (const { to, endX } of edges) {
    context.moveTo(endX, to.y);
    context.lineTo(endX - 4, to.y - 8);
    context.lineTo(endX + 4, to.y - 8);
  }
  context.fill();
}

// MARK: Shapes
//
// The shape of a node: its kind, lifetime, marks, and emphasis.

const isEmphasized = () => state.emphasis.nodes.size > 0 || state.matches !== null;

const isFaded = (node) => state.emphasis.nodes.size > 0 ? !state.emphasis.nodes.has(node)
  : state.matches !== null && !state.matches.has(node);

function outline(node, inset = 0) {
  const [x, y] = [node.x + inset, node.y + inset];
  const [width, height] = [node.width - 2 * inset, node.height - 2 * inset];
  const corner = node.role === "adapter" ? height / 2 : 9;
  context.beginPath();
  if (node.role === "adapter" || node.role === "decorator") {
    const rise = node.role === "adapter" ? height / 2 : corner;
    context.moveTo(x + corner, y);
    context.lineTo(x + width - corner, y);
    context.lineTo(x + width, y + rise);
    context.lineTo(x + width, y + height - rise);
    context.lineTo(x + width - corner, y + height);
    context.lineTo(x + corner, y + height);
    context.lineTo(x, y + height - rise);
    context.lineTo(x, y + rise);
    context.closePath();
  } else if (node.role === "route" && node.kind === "service") {
    context.roundRect(x, y, width, height, height / 2);
  } else {
    context.roundRect(x, y, width, height, node.role === "route" ? 3 : 0);
  }
}

function drawNode(node) {
  const tint = node.role !== "route" ? "other" : node.kind;
  const emphasis = state.emphasis.nodes.get(node);
  context.globalAlpha = isFaded(node) ? 0.2 : 1;
  context.fillStyle = colors[tint];
  if (camera.scale < 0.2 && !emphasis && !node.change) {
    context.fillStyle = colors[`${tint}-line`];
    context.fillRect(node.x, node.y, node.width, node.height);
    return;
  }
  context.strokeStyle = colors[emphasis || node.change || `${tint}-line`];
  context.lineWidth = (emphasis || node.change ? 3 : 1.2) / Math.min(1, camera.scale * 1.4);
  context.setLineDash(node.isOpen || node.change === "removed" ? [5, 3] : []);
  outline(node);
  context.fill();
  context.stroke();
  context.setLineDash([]);
  if (camera.scale < 0.35) return;
  if (node.isKept || node.role === "collection" || node.role === "scope") {
    context.lineWidth = 1;
    outline(node, 3);
    context.stroke();
  }
  drawCaption(node);
  drawSigns(node);
}

function drawCaption(node) {
  const room = node.width - (node.role === "adapter" ? 40 : 18);
  context.textBaseline = "middle";
  context.textAlign = "center";
  context.fillStyle = colors.text;
  context.font = font(13, "600");
  context.fillText(shortened(node.title, Math.floor(room / letterWidth)), node.x + node.width / 2, node.y + 13.5);
  context.font = font(11);
  context.fillStyle = colors.quiet;
  context.fillText(shortened(node.note, Math.floor(room / (0.82 * letterWidth))), node.x + node.width / 2, node.y + 27.5);
  context.textAlign = "start";
}

const signs = { added: "+", removed: "−", changed: "~", error: "!", warning: "!", cycle: "↻" };

/// Returns the marks of a node, as the name of a color and a sign.
function signsOf(node) {
  const worst = node.problems.some((problem) => problem.severity === "error") ? "error"
    : node.problems.length > 0 || node.captives.length > 0 ? "warning" : null;
  return [
    node.change && [node.change, signs[node.change]], worst && [worst, signs[worst]],
    node.isCyclic && ["error", signs.cycle],
  ].filter(Boolean);
}

function drawSigns(node) {
  let x = node.x + node.width - 2;
  for (const [color, sign] of signsOf(node)) {
    context.fillStyle = colors[color];
    context.beginPath();
    context.arc(x, node.y + 1, 8, 0, 2 * Math.PI);
    context.fill();
    context.fillStyle = colors.page;
    context.font = font(12, "700");
    context.textAlign = "center";
    context.fillText(sign, x, node.y + 1.5);
    context.textAlign = "start";
    x -= 18;
  }
}

// MARK: Selection
//
// The selected route, the ends of a path, and the nodes and edges that are emphasized because of them.

const state = {
  selected: null,
  // The index of the selected module, or null. Either a route or a module is selected.
  module: null,
  start: null,
  end: null,
  showsReach: false,
  // The nodes that the search and the filters find, or null without them.
  matches: null,
  emphasis: { nodes: new Map(), edges: new Map() },
};

const say = (text) => { byID("status").textContent = text; };

/// Selects a node, or nothing.
function select(node, { isMoving = false } = {}) {
  state.selected = node;
  state.module = null;
  state.showsReach = false;
  history.replaceState(null, "", node ? `#${encodeURIComponent(node.id)}` : location.pathname + location.search);
  emphasize();
  showPanel();
  if (!node) return say("No route is selected.");
  if (!node.isShown) showAllRoutes();
  if (isMoving || !isVisible(node)) showNode(node, isMoving);
  const [needs, users] = [connectedNodes(node.needs, "to"), connectedNodes(node.users, "from")];
  say(`${node.title}, ${node.note}, ${modules[node.module]}. Needs ${needs.length}, needed by ${users.length}.`);
}

/// Selects a module, to see the modules that it uses and its users.
function selectModule(module) {
  state.selected = null;
  state.module = module;
  state.start = state.end = null;
  history.replaceState(null, "", location.pathname + location.search);
  emphasize();
  showPanel();
  const find = () => plan.areas.find((area) => area.module === module);
  if (!find()) showAllRoutes();
  showArea(find());
  const { uses, users } = connections(module);
  say(`${modules[module]}. Uses ${count(uses.length, "module")}, used by ${users.length}.`);
}

/// Returns the modules that a module uses, and its users, each with the edges between the two.
function connections(module) {
  const [uses, users] = [new Map(), new Map()];
  const add = (found, other, edge) => {
    if (!found.has(other)) found.set(other, []);
    found.get(other).push(edge);
  };
  for (const edge of edges) {
    if (edge.from.module === edge.to.module || edge.change === "removed") continue;
    if (edge.from.module === module) add(uses, edge.to.module, edge);
    if (edge.to.module === module) add(users, edge.from.module, edge);
  }
  const sorted = (found) => [...found].map(([other, between]) => ({ module: other, edges: between }))
    .sort((first, second) => second.edges.length - first.edges.length || first.module - second.module);
  return { uses: sorted(uses), users: sorted(users) };
}

function showReach() {
  state.showsReach = true;
  emphasize();
  showPanel();
  say(`A change of ${state.selected.title} reaches ${count(reachedByChange(state.selected).length, "node")}.`);
}

function setPathEnd(key, node) {
  state[key] = node;
  state.showsReach = false;
  emphasize();
  showPanel();
  const path = currentPath();
  if (path) say(`The path has ${count(path.length, "step")}.`);
  else if (state.start && state.end) say("There's no path between these routes.");
  else say(`The path ${key === "start" ? "starts" : "ends"} at ${node.title}. Select the other end.`);
}

const currentPath = () => state.start && state.end ? pathBetween(state.start, state.end) : null;

function emphasize() {
  const [found, lines] = [new Map(), new Map()];
  const selected = state.selected;
  const path = currentPath();
  if (selected && state.showsReach) {
    const reached = new Set(reachedByChange(selected));
    for (const node of reached) found.set(node, "user");
    for (const edge of edges) {
      if (reached.has(edge.from) && (reached.has(edge.to) || edge.to === selected)) lines.set(edge, "user");
    }
  } else if (selected && !path) {
    for (const edge of selected.users) { found.set(edge.from, "user"); lines.set(edge, "user"); }
    for (const edge of selected.needs) { found.set(edge.to, "need"); lines.set(edge, "need"); }
  }
  if (state.module !== null) {
    const { uses, users } = connections(state.module);
    for (const { edges: between } of users) for (const edge of between) { found.set(edge.from, "user"); lines.set(edge, "user"); }
    for (const { edges: between } of uses) for (const edge of between) { found.set(edge.to, "need"); lines.set(edge, "need"); }
    for (const node of nodes) if (node.module === state.module) found.set(node, "selected");
  }
  if (path) {
    found.set(state.start, "path");
    for (const edge of path) { found.set(edge.to, "path"); lines.set(edge, "path"); }
  }
  if (selected) found.set(selected, "selected");
  state.emphasis = { nodes: found, edges: lines };
  requestDrawing();
}

// MARK: Panel
//
// The panel of the selected route: its place, needs, needed by, the path, and the effects of a change.

/// Makes a button that selects a node.
function routeButton(node, note, kind = "") {
  return element(
    "button", { type: "button", class: "route", "data-id": node.id, onclick: () => select(node, { isMoving: true }) },
    element("span", { class: kind }, element("bdi", {}, node.title)), " ",
    ...signsOf(node).map(([color, sign]) => element("span", { class: `sign ${color}`, "aria-hidden": "true" }, ` ${sign}`)),
    element("span", { class: "quiet" }, element("bdi", {}, note ?? `${node.note}, ${modules[node.module]}`)));
}

/// Makes a list that begins with the first hundred items.
function longList(items, make, name = "ul") {
  const list = element(name, { class: "plain" }, ...items.slice(0, 100).map((item) => element("li", {}, make(item))));
  if (items.length <= 100) return list;
  const more = element("button", {
    type: "button",
    onclick: () => {
      more.remove();
      list.append(...items.slice(100).map((item) => element("li", {}, make(item))));
    },
  }, `Show all ${items.length}`);
  return element("div", {}, list, more);
}

const section = (title, ...contents) => [element("h3", {}, title), ...contents];

function describe(edge) {
  return [
    edge.kind, edge.label, edge.change, edge.isCyclic && "part of a cycle", edge.isCaptive && "captive",
  ].filter(Boolean).join(", ");
}

/// Returns the nodes at one end of some edges, each once and with all of its edges.
function connectedNodes(between, end) {
  const found = new Map();
  for (const edge of between) found.set(edge[end], [...(found.get(edge[end]) || []), edge]);
  return [...found];
}

/// Makes a heading and a list of the nodes at one end of some edges.
function connectedSection(title, between, end, kind) {
  const found = connectedNodes(between, end);
  return section(`${title} (${found.length})`, longList(found, ([node, edges]) =>
    routeButton(node, [...new Set(edges.map(describe))].join("; "), kind)));
}

/// Allows line breaks after slashes and commas, so that no number is divided.
const breakable = (text) => text.split(/(?<=[/,])/).flatMap((part) => [part, element("wbr")]);

function facts(node) {
  const rows = [
    ["Place", node.place], ["Module", modules[node.module]], ["Kind", `${node.kind}${node.role === "route" ? "" : `, ${node.role}`}`],
    ["Lifetime", node.role === "route" && (lifetimes[node.lifetime] || "transient")], ["Scope", node.scope],
    ["Profile", node.profile], ["Provides", node.provides.join(", ")], ["Requires", node.requires.join(", ")],
    ["Identifiers", node.identifiers.join(", ")], ["URLs", node.urls.join(", ")],
    ["Open", node.isOpen && "closures can request more than the graph shows"],
    ["Properties", node.hidesProperties && "the program has no metadata of the stored properties"],
  ].filter(([, value]) => value);
  return element("dl", {}, ...rows.flatMap(([name, value]) =>
    [element("dt", {}, name), element("dd", {}, element("bdi", {}, ...breakable(value)))]));
}

function warnings(node) {
  const texts = node.problems.map((problem) => element(
    "p", { class: problem.severity }, `${problem.severity}: ${problem.message} [${problem.code}]`));
  if (node.isCyclic) texts.push(element("p", { class: "error" }, "↻ This route is part of a cycle."));
  if (node.change) texts.push(element("p", { class: node.change }, `${signs[node.change]} ${node.change}`));
  for (const [name, before, after] of node.fields) {
    texts.push(element("p", { class: "changed" }, `${name}: ${before} → ${after}`));
  }
  for (const captive of node.captives) {
    texts.push(element("div", { class: "warning" }, "! Retains a route with a shorter lifetime:", routeButton(nodes[captive])));
  }
  return texts;
}

function pathSteps(start, path) {
  return element(
    "ol", { class: "plain" }, element("li", {}, routeButton(start)),
    ...path.map((edge) => element("li", {}, routeButton(edge.to, `${describe(edge)}${edge.from.place ? ` at ${edge.from.place}` : ""}`))));
}

function pathSection() {
  if (!state.start && !state.end) return [];
  const path = currentPath();
  const text = !state.start ? `The path ends at ${state.end.title}.` : !state.end ? `The path starts at ${state.start.title}.`
    : path ? `${state.start.title} needs ${state.end.title}:` : `${state.start.title} doesn't need ${state.end.title}.`;
  const reset = element("button", {
    type: "button", id: "path-reset",
    onclick: () => { state.start = state.end = null; emphasize(); showPanel(); },
  }, "Remove the path");
  return section("Path", element("p", { id: "path-text" }, text), path && pathSteps(state.start, path), reset);
}

function reachSection(node) {
  if (!state.showsReach) return [];
  const reached = reachedByChange(node);
  const places = new Set(reached.map((other) => other.module));
  return section(
    "A change reaches", element("p", { id: "reach-text" }, `${count(reached.length, "node")} in ${count(places.size, "module")}`),
    longList(reached, (other) => routeButton(other, undefined, "user")));
}

const closeButton = () => element("button", {
  type: "button", class: "close", "aria-label": "Close", onclick: () => { select(null); stage.focus(); },
}, "×");

/// Makes a button that selects a module.
function moduleButton(module, note, kind = "") {
  return element(
    "button", { type: "button", class: "route", onclick: () => selectModule(module) },
    element("span", { class: kind }, element("bdi", {}, modules[module])),
    element("span", { class: "quiet" }, note));
}

function showModulePanel(panel) {
  const { uses, users } = connections(state.module);
  const members = nodes.filter((node) => node.module === state.module);
  const name = modules[state.module];
  const connected = (found, kind) => longList(found, ({ module, edges: between }) =>
    moduleButton(module, count(between.length, "connection"), kind));
  panel.replaceChildren(
    closeButton(),
    element("h2", { class: "selected-title" }, element("bdi", {}, name)),
    ...section(`Uses (${uses.length})`, connected(uses, "need")),
    ...section(`Used by (${users.length})`, connected(users, "user")),
    ...section(`Routes (${members.length})`, longList(members, (node) => routeButton(node, placedNote(node)))));
  panel.setAttribute("aria-label", `Selected module: ${name}`);
  panel.scrollTop = 0;
}

function showPanel() {
  const panel = byID("panel");
  const node = state.selected;
  panel.hidden = !node && state.module === null;
  // The panel changes the size of the stage.
  measureStage();
  if (state.module !== null) return showModulePanel(panel);
  if (!node) return panel.replaceChildren();
  const entry = pathFromEntry(node);
  const button = (id, title, action) => element("button", { type: "button", id, onclick: action }, title);
  panel.replaceChildren(
    closeButton(),
    element("h2", { class: "selected-title" }, element("bdi", {}, node.title)),
    ...warnings(node),
    facts(node),
    element("div", { class: "actions" },
      button("show-reach", "What a change reaches", showReach),
      modules.length > 1 && button("show-module", "The whole module", () => selectModule(node.module)),
      button("path-from", "Start a path here", () => setPathEnd("start", node)),
      button("path-to", "End a path here", () => setPathEnd("end", node))),
    ...pathSection(),
    ...reachSection(node),
    ...connectedSection("Needs", node.needs, "to", "need"),
    ...connectedSection("Needed by", node.users, "from", "user"),
    ...(entry ? section("From an entry", pathSteps(entry[0].from, entry)) : []));
  panel.setAttribute("aria-label", `Selected route: ${node.title}`);
  panel.scrollTop = 0;
}

// MARK: Search
//
// The search and the filters: the nodes that both find stay, and the others fade or disappear.

const roles = { route: "routes", adapter: "adapters", decorator: "decorators", collection: "collections", scope: "scopes" };

/// The filters, each with the values of a node that it can select.
const filters = [
  { id: "module", title: "Module", values: (node) => [modules[node.module]] },
  { id: "role", title: "Declaration", values: (node) => [roles[node.role]] },
  { id: "kind", title: "Kind", values: (node) => node.role === "scope" ? [] : [node.kind] },
  { id: "lifetime", title: "Lifetime", values: (node) => node.role === "route" ? [lifetimes[node.lifetime] || "transient"] : [] },
  { id: "scope", title: "Scope", values: (node) => node.role === "scope" ? [node.destination] : node.scope ? [node.scope] : [] },
  { id: "profile", title: "Profile", values: (node) => node.profile ? [node.profile] : [] },
  {
    id: "contribution", title: "Contributes to",
    values: (node) => node.users.filter((edge) => edge.kind === "contribution").map((edge) => edge.from.destination),
  },
  {
    id: "mark", title: "Marked as",
    values: (node) => [
      node.problems.length > 0 && "a problem", node.isCyclic && "a cycle", node.captives.length > 0 && "captive", node.change,
    ].filter(Boolean),
  },
];

const options = { text: "", values: {}, hidesOthers: false };

function makeFilters() {
  const fields = byID("filter-fields");
  for (const filter of filters) {
    const values = [...new Set(nodes.flatMap(filter.values))].sort();
    if (values.length === 0) continue;
    fields.append(element("label", {}, filter.title, element(
      "select", { id: `filter-${filter.id}`, onchange: (event) => { options.values[filter.id] = event.target.value; find(); } },
      element("option", { value: "" }, "All"), ...values.map((value) => element("option", { value }, value)))));
  }
  fields.append(
    element("label", { class: "check" }, element("input", {
      type: "checkbox", id: "hide-others", onchange: (event) => { options.hidesOthers = event.target.checked; find(); },
    }), "Hide the others"),
    element("button", { type: "button", id: "filter-reset", onclick: showAllRoutes }, "Remove the filters"));
}

function showAllRoutes() {
  options.text = "";
  options.values = {};
  options.hidesOthers = false;
  byID("search").value = "";
  byID("hide-others").checked = false;
  for (const select of document.querySelectorAll("#filter-fields select")) select.value = "";
  find();
}

/// Finds the nodes, and shows them in the graph and in the list.
function find() {
  const words = options.text.toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = filters.filter((filter) => options.values[filter.id]);
  const isFinding = words.length > 0 || chosen.length > 0;
  const found = nodes.filter((node) => words.every((word) => node.searched.includes(word))
    && chosen.every((filter) => filter.values(node).includes(options.values[filter.id])));
  state.matches = isFinding ? new Set(found) : null;
  showResults(words.length > 0 ? found : [], words);
  byID("filters").querySelector("summary").textContent = chosen.length > 0 ? `Filters (${chosen.length})` : "Filters";
  const isHiding = options.hidesOthers && isFinding;
  let isChanged = false;
  for (const node of nodes) {
    const isShown = !isHiding || state.matches.has(node);
    isChanged ||= isShown !== node.isShown;
    node.isShown = isShown;
  }
  if (isChanged) {
    arrange(aspect());
    showEverything();
  }
  if (!byID("list-view").hidden) showList();
  emphasize();
  if (isFinding) say(found.length === 1 ? "1 route matches." : `${found.length} routes match.`);
}

/// Shows the modules with a matching name, and then the routes.
function showResults(found, words) {
  const list = byID("results");
  const [first] = options.text.toLowerCase().split(/\s+/);
  const rank = (node) => node.title.toLowerCase().startsWith(first) ? 0 : node.title.toLowerCase().includes(first) ? 1 : 2;
  const ranked = found.map((node) => [rank(node), node]).sort(([a, x], [b, y]) => a - b || x.index - y.index);
  const named = modules.map((name, module) => [name.toLowerCase(), module])
    .filter(([name]) => words.length > 0 && words.every((word) => name.includes(word)));
  const buttons = [
    ...named.slice(0, 5).map(([, module]) => moduleButton(module, "module")),
    ...ranked.slice(0, 50).map(([, node]) => routeButton(node)),
  ];
  list.replaceChildren(...buttons.map((button) => {
    button.addEventListener("click", () => { list.hidden = true; });
    return element("li", {}, button);
  }));
  list.hidden = buttons.length === 0;
}

function observeSearch() {
  const [field, list] = [byID("search"), byID("results")];
  field.addEventListener("input", () => { options.text = field.value; find(); });
  field.addEventListener("keydown", (event) => {
    const buttons = [...list.querySelectorAll("button")];
    if (event.key === "Escape") { field.value = options.text = ""; find(); }
    else if (event.key === "ArrowDown" && !list.hidden) buttons[0]?.focus();
    else if (event.key === "Enter" && !list.hidden) buttons[0]?.click();
    else return;
    event.preventDefault();
  });
  list.addEventListener("keydown", (event) => {
    const buttons = [...list.querySelectorAll("button")];
    const position = buttons.indexOf(document.activeElement);
    if (event.key === "ArrowDown") buttons[Math.min(position + 1, buttons.length - 1)].focus();
    else if (event.key === "ArrowUp") (buttons[position - 1] || field).focus();
    else if (event.key === "Escape") { list.hidden = true; field.focus(); }
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const menu = event.target.closest(".controls > details[open]");
    if (event.key === "Escape" && menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
    if (event.key !== "/" || event.target.matches("input, select")) return;
    event.preventDefault();
    field.focus();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest(".search")) list.hidden = true;
    for (const menu of document.querySelectorAll(".controls > details[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
}

// MARK: Lists
//
// The routes as nested lists, and the diagnostics.

/// Shows the found routes by module. A module's routes are added when the module opens.
function showList(isComplete = false) {
  const members = modules.map(() => []);
  for (const node of nodes) if (!state.matches || state.matches.has(node)) members[node.module].push(node);
  const total = members.reduce((sum, found) => sum + found.length, 0);
  const opensAll = isComplete || total <= 200;
  byID("list-view").replaceChildren(
    element("h2", {}, count(total, "node")),
    element("ul", { class: "plain" }, ...modules.map((name, module) => {
      const found = members[module];
      if (found.length === 0) return null;
      const details = element("details", {}, element("summary", {}, element("bdi", {}, name), ` (${found.length})`));
      const fill = () => {
        if (details.childElementCount === 1) details.append(longListOf(found, isComplete));
      };
      details.addEventListener("toggle", fill);
      if (opensAll) { fill(); details.open = true; }
      return element("li", {}, details);
    }).filter(Boolean)));
}

const longListOf = (found, isComplete) => isComplete
  ? element("ul", { class: "plain" }, ...found.map((node) => element("li", {}, routeButton(node, printedNote(node)))))
  : longList(found, (node) => routeButton(node, placedNote(node)));

const placedNote = (node) => `${node.note}${node.place ? `, ${node.place}` : ""}`;

const printedNote = (node) => node.needs.length === 0 ? placedNote(node)
  : `${placedNote(node)}, needs ${[...new Set(node.needs.map((edge) => edge.to.title))].join(", ")}`;

function showProblems() {
  const captors = nodes.filter((node) => node.captives.length > 0);
  const cycles = nodes.filter((node) => node.isCyclic);
  byID("problems-view").replaceChildren(
    element("h2", {}, count(data.problems.length, "diagnostic")),
    ...data.problems.map((problem) => element(
      "article", { class: "problem" },
      element("p", { class: problem.severity }, `${problem.severity}: `, element("bdi", {}, problem.message), ` [${problem.code}]`),
      problem.profile && element("p", {}, `In the profile ${problem.profile}`),
      ...(problem.detail || []).map((line) => element("p", {}, element("bdi", {}, line))),
      ...(problem.related || []).map((text) => element("p", { class: "quiet" }, element("bdi", {}, text))),
      ...(problem.remedy || []).map((action, index) =>
        element("p", {}, `${index === 0 ? "To fix" : "or"}: ${action}`)),
      problem.node === undefined ? element("p", { class: "quiet" }, problem.place)
        : routeButton(nodes[problem.node], problem.place))),
    ...(captors.length === 0 ? [] : section("Routes that retain a route with a shorter lifetime", longList(captors, (node) => routeButton(node)))),
    ...(cycles.length === 0 ? [] : section("Routes in cycles", longList(cycles, (node) => routeButton(node)))));
}

// MARK: Changes
//
// The differences from an earlier graph: added, removed, and changed nodes, and for each node its rewired needs.

function showChanges() {
  const changed = (kind) => nodes.filter((node) => node.change === kind);
  const rewired = nodes.filter((node) => (!node.change || node.change === "changed") && node.needs.some((edge) => edge.change));
  const part = (title, kind, found) => found.length === 0 ? [] : section(
    `${signs[kind] || "⇄"} ${title} (${found.length})`, longList(found, (node) => element(
      "div", {}, routeButton(node),
      ...node.fields.map(([name, before, after]) => element("p", { class: "changed" }, `${name}: ${before} → ${after}`)),
      kind === "rewired" && element("ul", {}, ...node.needs.filter((edge) => edge.change).map((edge) => element(
        "li", { class: edge.change }, `${edge.change === "added" ? "now needs" : "no longer needs"} `,
        element("bdi", {}, edge.to.title), ` (${[edge.kind, edge.label].filter(Boolean).join(", ")})`))))));
  const parts = [
    ...part("Added", "added", changed("added")), ...part("Removed", "removed", changed("removed")),
    ...part("Changed", "changed", changed("changed")), ...part("Rewired", "rewired", rewired),
  ];
  byID("changes-view").replaceChildren(
    element("h2", {}, "Changes"), ...(parts.length > 0 ? parts : [element("p", {}, "The graphs are equal.")]));
}

// MARK: Timeline
//
// The measured start on a time axis, with the critical path and the ways to shorten it.

const time = (microseconds) => microseconds < 1000 ? `${microseconds} µs`
  : microseconds < 1000000 ? `${(microseconds / 1000).toPrecision(3)} ms` : `${(microseconds / 1000000).toPrecision(3)} s`;

/// Makes a part of a bar. Its place is a share of the whole start.
function barPart(name, from, to) {
  const total = Math.max(1, data.start.duration);
  const part = element("span", { class: name });
  part.style.left = `${(100 * from) / total}%`;
  part.style.width = `${(100 * (to - from)) / total}%`;
  return part;
}

function bar(instance, isCritical) {
  const waited = instance.begun - instance.ready;
  const texts = [`begins at ${time(instance.begun)}`, `takes ${time(instance.ended - instance.begun)}`];
  if (waited > 0) texts.push(`waits ${time(waited)} for a thread`);
  if (instance.made !== undefined) texts.push(`starts for ${time(instance.ended - instance.made)}`);
  if (isCritical) texts.push("is on the critical path");
  return element(
    "li", { class: isCritical ? "critical" : "" },
    instance.node === undefined ? element("span", { class: "name" }, instance.name)
      : element("button", {
        type: "button", class: "name", title: instance.place,
        onclick: () => { showTab("graph"); select(nodes[instance.node], { isMoving: true }); },
      }, instance.name),
    element("span", { class: "track", role: "img", "aria-label": texts.join(", "), title: texts.join(", ") },
      barPart("waited", instance.ready, instance.begun), barPart("bar", instance.begun, instance.ended),
      instance.made === undefined ? null : barPart("started", instance.made, instance.ended)),
    element("span", { class: "time quiet" }, `${time(instance.ended - instance.begun)}${isCritical ? " · critical" : ""}`));
}

function showStart() {
  const { instances, critical, advice, duration } = data.start;
  const isCritical = new Set(critical);
  const order = instances.map((_, index) => index);
  order.sort((first, second) => instances[first].begun - instances[second].begun || first - second);
  byID("start-view").replaceChildren(
    element("h2", {}, `${count(instances.length, "instance")} started in ${time(duration)}`),
    ...(critical.length === 0 ? [] : section(
      "Critical path", element("p", { id: "critical-path" }, critical.map((index) => instances[index].name).join(" → ")))),
    ...(advice.length === 0 ? [] : section("To shorten the start", element("ul", {}, ...advice.map((text) => element("li", {}, text))))),
    ...section("Time axis", element("p", { class: "quiet" },
      "A thin line is a wait for a free thread, a bar is the creation, and its blue end is the work of Starting. The critical path is bold."), element("ol", { class: "bars" }, ...order.map((index) => bar(instances[index], isCritical.has(index))))));
}

// MARK: Page
//
// The tabs, the legend, and the start of the script.

const hasProblems = data.problems.length > 0 || nodes.some((node) => node.captives.length > 0 || node.isCyclic);
const tabs = [
  ["graph", "Graph", true, null],
  ["start", "Start", data.start, () => showStart()],
  ["list", "List", true, () => showList()],
  ["problems", "Problems", hasProblems, showProblems],
  ["changes", "Changes", data.isComparison, showChanges],
].filter(([, , isUsed]) => isUsed);

function makeTabs() {
  const list = byID("tabs");
  for (const [id, title] of tabs) {
    const number = id === "problems" && data.problems.length > 0 ? ` (${data.problems.length})` : "";
    list.append(element("button", {
      type: "button", role: "tab", id: `${id}-tab`, "aria-controls": `${id}-view`, onclick: () => showTab(id),
    }, title + number));
  }
  list.addEventListener("keydown", (event) => {
    const position = tabs.findIndex(([id]) => byID(`${id}-tab`) === document.activeElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step || position < 0) return;
    const [next] = tabs[(position + step + tabs.length) % tabs.length];
    showTab(next);
    byID(`${next}-tab`).focus();
  });
}

function showTab(shown) {
  for (const [id, , , show] of tabs) {
    const isShown = id === shown;
    const tab = byID(`${id}-tab`);
    tab.setAttribute("aria-selected", String(isShown));
    tab.tabIndex = isShown ? 0 : -1;
    byID(`${id}-view`).hidden = !isShown;
    if (isShown && show) show();
  }
  if (shown === "graph") measureStage();
}

function makeLegend() {
  const rows = [
    ["Box", "a view"], ["Round ends", "a service"], ["Hexagon", "an adapter"], ["Cut corners", "a decorator"],
    ["Double border", "a kept instance, a collection, or a scope"], ["Dashed border", "a route whose closures can request more"],
    ["Dashed line", "made on first use"], ["Dotted line", "observed in a dry run, or the scope"],
    ["!", "a diagnostic, or an instance retained by one that lives longer"], ["↻", "part of a cycle"],
  ];
  if (data.isComparison) rows.push(["+ − ~", "added, removed, changed"]);
  byID("legend-text").append(
    element("dl", {}, ...rows.flatMap(([sign, meaning]) => [element("dt", {}, sign), element("dd", {}, meaning)])),
    element("p", { class: "quiet" }, "Modules are areas. A module is above the modules that it uses. Far away, a line between modules stands for all of their connections, and a click selects a module. In a large graph, lines that leave the window are short."));
}

// The panel changes the stage, but not the layout.
const aspect = () => Math.min(2.2, Math.max(0.5, innerWidth / innerHeight));

/// Returns the node that the address of the page names.
function addressedNode() {
  const hash = location.hash.slice(1);
  const number = /^r(\d+)$/.exec(hash);
  if (number && nodes[number[1]]) return nodes[number[1]];
  try {
    const id = decodeURIComponent(hash);
    return nodes.find((node) => node.id === id) || null;
  } catch {
    return null;
  }
}

/// Prints the whole graph and the whole list.
function observePrinting() {
  let before = {};
  addEventListener("beforeprint", () => {
    before = { ...camera };
    showList(true);
    showEverything();
    draw();
  });
  addEventListener("afterprint", () => {
    Object.assign(camera, before);
    showList();
    measureStage();
  });
}

function begin() {
  document.body.classList.add("scripted");
  byID("application").hidden = false;
  document.querySelector(".controls").hidden = false;
  makeTabs();
  makeFilters();
  makeLegend();
  observePointers();
  observeStageKeys();
  observeSearch();
  byID("zoom-in").addEventListener("click", () => zoom(1.25));
  byID("zoom-out").addEventListener("click", () => zoom(0.8));
  byID("zoom-fit").addEventListener("click", showEverything);
  for (const query of ["(prefers-color-scheme: dark)", "print"]) {
    matchMedia(query).addEventListener("change", readColors);
  }
  new ResizeObserver(measureStage).observe(stage);
  observePrinting();
  addEventListener("hashchange", () => { const node = addressedNode(); if (node) select(node, { isMoving: true }); });
  readColors();
  showTab("graph");
  arrange(aspect());
  showEverything();
  const node = addressedNode();
  if (node) select(node, { isMoving: true });
  // For tools and tests.
  globalThis.waymark = { nodes, edges, plan, camera, state, arrange, select, selectModule, trace };
}

begin();
})();
