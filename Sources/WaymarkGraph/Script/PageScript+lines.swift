extension PageScript {
  /// The lines of edges: where they leave and reach nodes, and how they pass the nodes in between.
  static let lines = #"""
    const margin = gap.column / 2;
    const stub = 18;

    /// Spreads the ends of edges along the nodes, in the order of the other ends, and forgets the lines between them.
    function placeEnds() {
      const spread = (ends, key, node, other) => {
        const shown = ends.filter((edge) => edge[other].isShown).sort((first, second) => middle(first[other]) - middle(second[other]));
        const width = Math.min(node.width * 0.6, 12 * (shown.length - 1));
        shown.forEach((edge, index) => {
          edge[key] = middle(node) + (shown.length > 1 ? width * (index / (shown.length - 1) - 0.5) : 0);
          edge.bends = null;
        });
      };
      const rows = new Map();
      for (const node of nodes) {
        if (!node.isShown) continue;
        spread(node.needs, "startX", node, "to");
        spread(node.users, "endX", node, "from");
        if (!rows.has(node.y)) rows.set(node.y, { y: node.y, nodes: [] });
        rows.get(node.y).nodes.push(node);
      }
      plan.rows = [...rows.values()].sort((first, second) => first.y - second.y);
    }

    // How far the line leaves a place in the vertical direction before it turns.
    const turn = (height) => Math.min(120, Math.max(12, Math.abs(height) / 2));

    /// Returns the horizontal position of the line between two places at a height.
    function lineAt(height, x, y, endX, endY) {
      const bend = Math.sign(endY - y) * turn(endY - y);
      let [low, high] = [0, 1];
      for (let step = 0; step < 10; step += 1) {
        const t = (low + high) / 2;
        const at = y * (1 - t) ** 3 + 3 * (y + bend) * t * (1 - t) ** 2 + 3 * (endY - bend) * t ** 2 * (1 - t) + endY * t ** 3;
        if ((at < height) === (endY > y)) low = t;
        else high = t;
      }
      return x + (endX - x) * low ** 2 * (3 - 2 * low);
    }

    /// Returns the closest free place in a row of nodes if a line from one horizontal position to another hits a node.
    function freePlace(row, first, second) {
      const [left, right] = [Math.min(first, second) - 4, Math.max(first, second) + 4];
      const hit = row.nodes.find((node) => right > node.x && left < node.x + node.width);
      return !hit ? null : left + right < 2 * middle(hit) ? hit.x - margin : hit.x + hit.width + margin;
    }

    /// Returns the places at which the line of an edge passes the rows between its nodes.
    function bendsOf(edge) {
      if (edge.bends) return edge.bends;
      const { from, to } = edge;
      const isDown = to.y > from.y;
      const bends = [];
      let [x, y] = [edge.startX, from.y + boxHeight];
      if (!isDown) {
        [x, y] = [edge.endX < edge.startX ? from.x - margin : from.x + from.width + margin, from.y];
        bends.push({ x, y });
      }
      const passed = plan.rows.filter((row) => isDown ? row.y > from.y && row.y < to.y : row.y < from.y && row.y >= to.y);
      for (const row of isDown ? passed : passed.reverse()) {
        const isLast = row.y === to.y;
        // Rows of different columns can overlap.
        if (!isLast && (isDown ? row.y < y : row.y + boxHeight > y)) continue;
        const [first, second] = isLast ? [edge.endX, edge.endX + Math.sign(x - edge.endX)]
          : [row.y, row.y + boxHeight].map((height) => lineAt(height, x, y, edge.endX, to.y));
        const free = freePlace(row, first, second);
        if (free === null) continue;
        [x, y] = [free, isDown ? row.y + boxHeight : row.y];
        bends.push({ x, y: row.y });
      }
      edge.bends = bends;
      return bends;
    }

    /// Adds the line of an edge to the current path of the canvas, or only its start or end.
    function trace(edge, part) {
      const { from, to, startX, endX } = edge;
      if (part) {
        const [x, y] = part === "start" ? [startX, from.y + boxHeight] : [endX, to.y - stub];
        context.moveTo(x, y);
        context.lineTo(x, y + stub);
        return;
      }
      const isDown = to.y > from.y;
      let [x, y] = [startX, from.y + boxHeight];
      context.moveTo(x, y);
      const next = (toX, toY, firstBend, lastBend) => {
        context.bezierCurveTo(x, y + firstBend, toX, toY - lastBend, toX, toY);
        [x, y] = [toX, toY];
      };
      if (isDown) {
        for (const bend of bendsOf(edge)) {
          const half = turn(bend.y - y);
          next(bend.x, bend.y - 3, half, half);
          context.lineTo(bend.x, y = bend.y + boxHeight + 3);
        }
        const half = turn(to.y - y);
        next(endX, to.y, half, half);
      } else {
        const bends = bendsOf(edge);
        next(bends[0].x, from.y + boxHeight / 2, 18, -24);
        for (const bend of bends.slice(1)) {
          const half = turn(y - bend.y - boxHeight);
          next(bend.x, bend.y + boxHeight + 3, -half, -half);
          context.lineTo(bend.x, y = bend.y);
        }
        next(endX, to.y, -24, 26);
      }
    }

    """#
}
