extension PageScript {
  /// The routes as nested lists, and the diagnostics.
  static let lists = #"""
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

    """#
}
