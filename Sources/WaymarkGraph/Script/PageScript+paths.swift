extension PageScript {
  /// Answers about the graph: the path between two routes, the way from an entry, and the effects of a change.
  static let paths = #"""
    /// Returns the edges of the shortest path from a node to one that satisfies a condition, or null.
    ///
    /// `next` returns the edges to follow at a node, and `end` the other end of an edge.
    function findPath(start, next, end, isGoal) {
      const cameBy = new Map([[start, null]]);
      const queue = [start];
      for (let position = 0; position < queue.length; position += 1) {
        const node = queue[position];
        if (isGoal(node)) {
          const path = [];
          for (let at = node; cameBy.get(at); at = path[path.length - 1].start) {
            const edge = cameBy.get(at);
            path.push({ edge, start: end(edge) === edge.to ? edge.from : edge.to });
          }
          return path.reverse().map((step) => step.edge);
        }
        for (const edge of next(node)) {
          if (edge.change === "removed" || cameBy.has(end(edge))) continue;
          cameBy.set(end(edge), edge);
          queue.push(end(edge));
        }
      }
      return null;
    }

    const pathBetween = (from, to) => findPath(from, (node) => node.needs, (edge) => edge.to, (node) => node === to);

    /// Returns the shortest path to a node from one that nothing needs.
    function pathFromEntry(node) {
      const path = findPath(
        node, (at) => at.users, (edge) => edge.from,
        (at) => at !== node && at.users.every((edge) => edge.change === "removed"));
      return path && path.reverse();
    }

    /// Returns all nodes that need a node, directly or indirectly, in the order of their declaration.
    function reachedByChange(node) {
      const found = new Set([node]);
      const open = [node];
      while (open.length > 0) {
        for (const edge of open.pop().users) {
          if (edge.change === "removed" || found.has(edge.from)) continue;
          found.add(edge.from);
          open.push(edge.from);
        }
      }
      found.delete(node);
      return [...found].sort((first, second) => first.index - second.index);
    }

    """#
}
