extension PageScript {
  /// The panel of the selected route: its place, needs, needed by, the path, and the effects of a change.
  static let panel = #"""
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
        ...section(`Needs (${node.needs.length})`, longList(node.needs, (edge) => routeButton(edge.to, describe(edge), "need"))),
        ...section(`Needed by (${node.users.length})`, longList(node.users, (edge) => routeButton(edge.from, describe(edge), "user"))),
        ...(entry ? section("From an entry", pathSteps(entry[0].from, entry)) : []));
      panel.setAttribute("aria-label", `Selected route: ${node.title}`);
      panel.scrollTop = 0;
    }

    """#
}
