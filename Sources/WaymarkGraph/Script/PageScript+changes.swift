extension PageScript {
  /// The differences from an earlier graph: added, removed, and changed nodes, and for each node its rewired needs.
  static let changes = #"""
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

    """#
}
