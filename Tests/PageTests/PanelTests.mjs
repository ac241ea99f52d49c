import assert from "node:assert/strict";
import { test } from "node:test";

import { open } from "./Page.mjs";

/// Returns the texts of the buttons below a heading of the panel.
function listed(page, heading) {
  const parts = page.byID("panel").children;
  const start = parts.findIndex(({ localName, textContent }) => localName === "h3" && textContent.startsWith(heading));
  const end = parts.findIndex(({ localName }, index) => localName === "h3" && index > start);
  return parts.slice(start, end < 0 ? undefined : end).flatMap((part) => part.all("button")).map(({ textContent }) => textContent);
}

const headings = (page) => page.byID("panel").all("h3").map(({ textContent }) => textContent);

const many = (count) => Array.from({ length: count }, (_, index) => `M.Need${index}`);

test("the panel lists the needs and the users of a route", () => {
  const page = open(["M.Screen", "M.Model", "M.Store"], [["M.Screen", "M.Model", "lazy", { label: "model" }], ["M.Model", "M.Store"]]);
  page.select(page.nodes[1]);
  assert.deepEqual(headings(page), ["Needs (1)", "Needed by (1)", "From an entry"]);
  assert.deepEqual(listed(page, "Needs"), ["Store eager"]);
  assert.deepEqual(listed(page, "Needed by"), ["Screen lazy, model"]);
  assert.equal(page.byID("status").textContent, "Model, service, M. Needs 1, needed by 1.");
});

test("the panel lists a need once that appears several times", () => {
  const page = open(["M.Screen", "M.Store", "M.Model"], [
    ["M.Screen", "M.Store", "eager", { label: "first" }], ["M.Screen", "M.Model"],
    ["M.Screen", "M.Store", "lazy", { label: "second" }], ["M.Screen", "M.Store", "lazy", { label: "second" }],
  ]);
  page.select(page.nodes[0]);
  assert.equal(headings(page)[0], "Needs (2)");
  assert.deepEqual(listed(page, "Needs"), ["Store eager, first; lazy, second", "Model eager"]);
  assert.equal(page.byID("status").textContent, "Screen, service, M. Needs 2, needed by 0.");
  page.select(page.nodes[1]);
  assert.equal(headings(page)[1], "Needed by (1)");
  assert.deepEqual(listed(page, "Needed by"), ["Screen eager, first; lazy, second"]);
  assert.equal(page.byID("status").textContent, "Store, service, M. Needs 0, needed by 1.");
});

test("a long list begins with a hundred items, and a button shows the others", () => {
  const page = open(["M.Screen", ...many(101)], many(101).map((need) => ["M.Screen", need]));
  page.select(page.nodes[0]);
  assert.equal(listed(page, "Needs").length, 101);
  assert.equal(listed(page, "Needs")[100], "Show all 101");
  const other = open(["M.Screen", ...many(100)], many(100).map((need) => ["M.Screen", need]));
  other.select(other.nodes[0]);
  assert.equal(listed(other, "Needs")[99], "Need99 eager");
});

test("the panel of a module lists its uses, its users, and its routes", () => {
  const page = open(["App.Screen", "Data.Store", "Data.Disk", "Net.Client"], [
    ["App.Screen", "Data.Store"], ["App.Screen", "Data.Disk"], ["Data.Disk", "Net.Client"], ["Data.Store", "Data.Disk"],
  ]);
  page.selectModule(page.modules.indexOf("Data"));
  assert.deepEqual(headings(page), ["Uses (1)", "Used by (1)", "Routes (2)"]);
  assert.deepEqual(listed(page, "Uses"), ["Net1 connection"]);
  assert.deepEqual(listed(page, "Used by"), ["App2 connections"]);
  assert.equal(page.byID("status").textContent, "Data. Uses 1 module, used by 1.");
});

test("the status tells the reach of a change", () => {
  const page = open(["M.Screen", "M.Model", "M.Store"], [["M.Screen", "M.Model"], ["M.Model", "M.Store"]]);
  page.select(page.nodes[2]);
  page.showReach();
  assert.equal(page.byID("status").textContent, "A change of Store reaches 2 nodes.");
  assert.deepEqual(listed(page, "A change reaches"), ["Screen service, M", "Model service, M"]);
});

test("a path has a step for each edge", () => {
  const page = open(["M.Screen", "M.Model", "M.Store"], [["M.Screen", "M.Model"], ["M.Model", "M.Store", "lazy"]]);
  page.select(page.nodes[0]);
  page.setPathEnd("start", page.nodes[0]);
  assert.equal(page.byID("status").textContent, "The path starts at Screen. Select the other end.");
  page.setPathEnd("end", page.nodes[2]);
  assert.equal(page.byID("status").textContent, "The path has 2 steps.");
  assert.equal(page.byID("path-text").textContent, "Screen needs Store:");
  page.setPathEnd("start", page.nodes[2]);
  page.setPathEnd("end", page.nodes[0]);
  assert.equal(page.byID("status").textContent, "There's no path between these routes.");
});

test("a title and a note describe the role, the lifetime, and the place", () => {
  const { nodes } = open([
    { id: "M.Store", lifetime: "weaklyShared", scope: "Session", profile: "preview" },
    { id: "M.Adapter", role: "adapter", provides: ["Service<any Store>"] }, { id: "M.Cached", role: "decorator" },
    { id: "M.Screen", kind: "view", urls: ["/notes"] },
  ]);
  assert.deepEqual(nodes.map(({ title, note }) => `${title}: ${note}`), [
    "Store: weakly shared, in Session, only in preview", "Service<any Store>: adapter", "decorates Cached: decorator",
    "Screen: /notes",
  ]);
});

test("a text that is too long ends with an ellipsis", () => {
  const { shortened } = open([]);
  assert.deepEqual([shortened("NoteStore", 9), shortened("NoteStore", 8), shortened("NoteStore", 0)], ["NoteStore", "NoteSto…", "N…"]);
});

test("a time has three digits and the unit that fits", () => {
  const { time } = open([]);
  assert.deepEqual([0, 999, 1000, 12345, 999499, 1500000].map(time), ["0 µs", "999 µs", "1.00 ms", "12.3 ms", "999 ms", "1.50 s"]);
});
