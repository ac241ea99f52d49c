import assert from "node:assert/strict";
import { test } from "node:test";

import { open } from "./Page.mjs";

const nodes = [
  { id: "App.ReaderView", kind: "view", provides: ["View<any ReaderInput>"], place: "App/Reader.swift:12", urls: ["/notes/:id"] },
  { id: "App.Reader", scope: "Session", identifiers: ["reader"] },
  { id: "Data.NoteStore", lifetime: "singleton", provides: ["Service<any Store>"], profile: "preview" },
  { id: "Data.Checks", role: "collection" },
  { id: "Data.Session", role: "scope" },
];
const edges = [["App.ReaderView", "Data.NoteStore"], ["Data.Checks", "Data.NoteStore", "contribution"]];

/// Opens a page, types a text, and selects values of filters.
function search(text, values = {}, { hidesOthers = false } = {}) {
  const page = open(nodes, edges);
  page.byID("search").value = text;
  page.byID("search").dispatch("input");
  for (const [id, value] of Object.entries(values)) {
    const field = page.byID(`filter-${id}`);
    field.value = value;
    field.dispatch("change");
  }
  const box = page.byID("hide-others");
  box.checked = hidesOthers;
  box.dispatch("change");
  return page;
}

const found = (page) => page.state.matches && [...page.state.matches].map(({ title }) => title);
const results = (page) => page.byID("results").all("button").map((button) => button.all("bdi")[0].textContent);

for (const [text, titles] of [
  ["reader", ["ReaderView", "Reader"]], ["STORE", ["NoteStore"]], ["store note", ["NoteStore"]], ["note store reader", []],
  ["app/reader.swift", ["ReaderView"]], ["/notes", ["ReaderView"]], ["any store", ["NoteStore"]], ["data.", ["NoteStore", "Checks", "Session"]],
]) {
  test(`a search for "${text}" finds ${titles.join(", ") || "nothing"}`, () => assert.deepEqual(found(search(text)), titles));
}

test("spaces are no search", () => {
  const page = search("  ");
  assert.equal(page.state.matches, null);
  assert.ok(page.byID("results").hidden);
});

for (const [id, value, titles] of [
  ["module", "App", ["ReaderView", "Reader"]], ["kind", "view", ["ReaderView"]], ["role", "collections", ["Checks"]],
  ["lifetime", "singleton", ["NoteStore"]], ["scope", "Session", ["Reader", "Session"]], ["profile", "preview", ["NoteStore"]],
  ["contribution", "Checks", ["NoteStore"]],
]) {
  test(`the filter ${id} finds ${titles.join(", ")}`, () => assert.deepEqual(found(search("", { [id]: value })), titles));
}

test("a search and several filters find the nodes that all of them find", () => {
  assert.deepEqual(found(search("reader", { module: "App", kind: "service" })), ["Reader"]);
  assert.deepEqual(found(search("reader", { module: "Data" })), []);
});

test("a filter has the values of the graph", () => {
  const page = search("");
  assert.deepEqual(page.byID("filter-lifetime").all("option").map(({ textContent }) => textContent), ["All", "singleton", "transient"]);
  // No node has a mark.
  assert.deepEqual(page.byID("filter-fields").all("select").map(({ attributes }) => attributes.id),
    ["module", "role", "kind", "lifetime", "scope", "profile", "contribution"].map((id) => `filter-${id}`));
});

test("the results begin with modules, and then titles that begin with the first word", () => {
  const page = open(["Note.Cache", "Note.MyNote", "Note.NoteStore", "Other.Thing"]);
  page.byID("search").value = "note";
  page.byID("search").dispatch("input");
  assert.deepEqual(results(page), ["Note", "NoteStore", "MyNote", "Cache"]);
});

test("hiding the others changes the layout, until the filters are removed", () => {
  const shown = (page) => page.plan.areas.flatMap((area) => area.nodes.map(({ title }) => title));
  const page = search("reader", {}, { hidesOthers: true });
  assert.deepEqual(shown(page), ["ReaderView", "Reader"]);
  page.showAllRoutes();
  assert.equal(shown(page).length, nodes.length);
  assert.equal(page.state.matches, null);
});

test("the selection of a hidden route shows all routes", () => {
  const page = search("reader", {}, { hidesOthers: true });
  page.select(page.nodes[2]);
  assert.ok(page.nodes.every(({ isShown }) => isShown));
});

for (const [hash, title] of [["#r1", "Reader"], ["#Data.NoteStore", "NoteStore"], ["#Data%2ENoteStore", "NoteStore"], ["#r9", null], ["#%E0", null]]) {
  test(`the address ${hash} selects ${title || "nothing"}`, () => {
    assert.equal(open(nodes, edges, { hash }).state.selected?.title ?? null, title);
  });
}
