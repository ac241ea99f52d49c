extension PageScript {
  /// The tabs, the legend, and the start of the script.
  static let page = #"""
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
    """#
}
