extension PageScript {
  /// The nodes and edges, from the page's data, and a function that makes elements.
  static let model = #"""
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

    """#
}
