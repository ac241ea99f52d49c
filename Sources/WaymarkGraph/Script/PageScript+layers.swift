extension PageScript {
  /// Layers from top to bottom: a node is below the nodes that need it, except in a cycle.
  static let layers = #"""
    /// Returns the layer of each item by the longest path, without the edges that close a cycle.
    ///
    /// `order` contains the items so that few edges lead back.
    function longestPaths(order, successors) {
      const position = new Array(order.length);
      order.forEach((item, index) => { position[item] = index; });
      const layer = new Array(order.length).fill(0);
      for (const item of order) {
        for (const target of successors[item]) {
          if (position[target] > position[item]) layer[target] = Math.max(layer[target], layer[item] + 1);
        }
      }
      return layer;
    }

    /// Returns the items so that an item is before its successors, except in a cycle. It starts with items that nothing
    /// leads to.
    function depthFirstOrder(successors) {
      const isReached = new Array(successors.length).fill(false);
      for (const targets of successors) for (const target of targets) isReached[target] = true;
      const roots = successors.map((_, index) => index);
      roots.sort((first, second) => isReached[first] - isReached[second] || first - second);
      const state = new Array(successors.length).fill(0);
      const finished = [];
      for (const root of roots) {
        if (state[root]) continue;
        const stack = [root];
        while (stack.length > 0) {
          const item = stack[stack.length - 1];
          if (state[item] === 0) {
            state[item] = 1;
            for (const target of successors[item]) if (state[target] === 0) stack.push(target);
          } else {
            stack.pop();
            if (state[item] === 1) finished.push(item);
            state[item] = 2;
          }
        }
      }
      return finished.reverse();
    }

    /// Returns the items so that the total weight of edges that lead back is small (Eades, Lin, and Smyth).
    function lightestOrder(weights) {
      const size = weights.length;
      const [outgoing, incoming] = [new Array(size).fill(0), new Array(size).fill(0)];
      const sources = weights.map(() => new Map());
      weights.forEach((targets, item) => {
        for (const [target, weight] of targets) {
          outgoing[item] += weight;
          incoming[target] += weight;
          sources[target].set(item, weight);
        }
      });
      const [first, last] = [[], []];
      const rest = new Set(weights.keys());
      // Items without outgoing or incoming edges.
      const free = [...rest].filter((item) => outgoing[item] === 0 || incoming[item] === 0);
      const remove = (item) => {
        rest.delete(item);
        for (const [target, weight] of weights[item]) {
          incoming[target] -= weight;
          if (incoming[target] === 0) free.push(target);
        }
        for (const [source, weight] of sources[item]) {
          outgoing[source] -= weight;
          if (outgoing[source] === 0) free.push(source);
        }
      };
      while (rest.size > 0) {
        for (let position = 0; position < free.length; position += 1) {
          const item = free[position];
          if (!rest.has(item)) continue;
          if (outgoing[item] === 0) last.push(item);
          else first.push(item);
          remove(item);
        }
        free.length = 0;
        let best = -1;
        for (const item of rest) {
          if (best < 0 || outgoing[item] - incoming[item] > outgoing[best] - incoming[best]) best = item;
        }
        if (best >= 0) { first.push(best); remove(best); }
      }
      return [...first, ...last.reverse()];
    }

    """#
}
