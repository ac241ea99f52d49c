extension PageScript {
  /// The search and the filters: the nodes that both find stay, and the others fade or disappear.
  static let search = #"""
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

    """#
}
