// Runs the script of pages with an imitation of a browser, so that tests can call its functions.
import { readFileSync } from "node:fs";

const script = readFileSync(new URL("../../Sources/WaymarkGraph/Page/page.js", import.meta.url), "utf8");

/// An element with only the properties and functions that the script uses.
class Element {
  constructor(document, localName) {
    Object.assign(this, { document, localName, children: [], attributes: {}, listeners: {}, style: {}, value: "", hidden: false });
    Object.assign(this, { clientWidth: 1400, clientHeight: 900, classList: { add() {}, remove() {} } });
  }

  get textContent() { return this.children.map((child) => child.textContent ?? child).join(""); }
  set textContent(text) { this.children = [text]; }
  get childElementCount() { return this.children.length; }

  append(...children) { this.children.push(...children); }
  replaceChildren(...children) { this.children = children; }
  setAttribute(name, value) {
    this.attributes[name] = value;
    if (name === "id") this.document.elements.set(value, this);
  }
  addEventListener(kind, listener) { (this.listeners[kind] ||= []).push(listener); }
  dispatch(kind) { for (const listener of this.listeners[kind]) listener({ target: this }); }
  querySelector(name) { return this.all(name)[0] || new Element(this.document, name); }
  getContext() { return {}; }
  focus() {}

  /// Returns the descendants with a name.
  all(name) {
    return this.children.flatMap((child) => [...(child.localName === name ? [child] : []), ...(child.all?.(name) || [])]);
  }
}

class Document {
  elements = new Map();
  body = new Element(this, "body");
  documentElement = new Element(this, "html");

  createElement(name) { return new Element(this, name); }
  /// Returns an element of the script, or creates one that stands for an element of the page.
  getElementById(id) {
    if (!this.elements.has(id)) this.elements.set(id, new Element(this, "div"));
    return this.elements.get(id);
  }
  querySelector() { return new Element(this, "div"); }
  querySelectorAll() { return []; }
  addEventListener() {}
}

/// Opens a page of a graph.
///
///     const page = open(["App.Screen", { id: "Data.Store", lifetime: "singleton" }], [["App.Screen", "Data.Store", "lazy"]]);
///     page.arrange(1.4);
///
/// A node is its identifier, which begins with its module, or an object with more properties. An edge is both ends, its
/// kind, and its marks. The result has the functions, the constants, and the variables of the script as properties.
export function open(nodes, edges = [], { hash = "", ...more } = {}) {
  const described = nodes.map((node) => typeof node === "string" ? { id: node } : node);
  const moduleOf = ({ id }) => id.slice(0, id.indexOf("."));
  const modules = [...new Set(described.map(moduleOf))];
  const index = (id) => described.findIndex((node) => node.id === id);
  const edgeKinds = [...new Set(edges.map(([, , kind]) => kind || "eager"))];
  const document = new Document();
  document.getElementById("data").textContent = JSON.stringify({
    modules, edgeKinds, isComparison: false, problems: [], ...more,
    nodes: described.map((node) => ({ destination: node.id.slice(node.id.indexOf(".") + 1), ...node, module: modules.indexOf(moduleOf(node)) })),
    edges: edges.map(([from, to, kind = "eager", marks]) => [index(from), index(to), edgeKinds.indexOf(kind), marks]),
  });
  const browser = {
    document, window: {}, innerWidth: 1400, innerHeight: 1000, globalThis: {},
    history: { replaceState() {} }, location: { hash, pathname: "", search: "" },
    addEventListener() {}, matchMedia: () => document.body, requestAnimationFrame() {},
    getComputedStyle: () => ({ getPropertyValue: () => "" }), ResizeObserver: class { observe() {} },
  };
  // The script's own function returns a function that finds the value of a name in it.
  const inside = script.replace(/\}\)\(\);\n$/, "return (name) => eval(name);\n})();\n");
  const find = new Function(...Object.keys(browser), `return ${inside}`)(...Object.values(browser));
  return new Proxy({}, { get: (_, name) => find(name) });
}

/// Returns a function that returns numbers from 0 to below a limit. Equal seeds give equal numbers.
export function randomNumbers(seed) {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}
