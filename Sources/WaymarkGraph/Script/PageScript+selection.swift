extension PageScript {
  /// The selected route, the ends of a path, and the nodes and edges that are emphasized because of them.
  static let selection = #"""
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
      say(`${node.title}, ${node.note}, ${modules[node.module]}. Needs ${node.needs.length}, needed by ${node.users.length}.`);
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

    """#
}
