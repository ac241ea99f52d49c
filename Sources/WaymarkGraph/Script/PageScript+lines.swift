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
    ///
    /// A bend changes the line on both sides of its row, so that it can hit a node of another row.
    function bendsOf(edge) {
      if (edge.bends) return edge.bends;
      const { from, to } = edge;
      const isDown = to.y > from.y;
      const passed = plan.rows.filter((row) => isDown ? row.y > from.y && row.y < to.y : row.y < from.y && row.y > to.y);
      if (!isDown) passed.reverse();
      const start = isDown ? { x: edge.startX, y: from.y }
        : { x: edge.endX < edge.startX ? from.x - margin : from.x + from.width + margin, y: from.y };
      const end = { x: edge.endX, y: to.y };
      if (to.y < from.y) end.x = edge.endX > start.x ? to.x - margin : to.x + to.width + margin;
      const bends = new Map();
      // Nobody follows a line across so many rows.
      const isFollowed = passed.length <= 60;
      for (let isBent = isFollowed, round = 0; isBent && round < 4; round += 1) {
        isBent = false;
        passed.forEach((row, index) => {
          if (bends.has(row)) return;
          const before = bends.get(passed.slice(0, index).findLast((other) => bends.has(other))) || start;
          const after = bends.get(passed.slice(index + 1).find((other) => bends.has(other))) || end;
          const [top, bottom] = isDown ? [before.y + boxHeight, after.y] : [after.y + boxHeight, before.y];
          // Rows of different columns can overlap.
          if (row.y < top || row.y + boxHeight > bottom) return;
          const [first, second] = [row.y, row.y + boxHeight].map((height) => isDown
            ? lineAt(height, before.x, top, after.x, bottom) : lineAt(height, before.x, bottom, after.x, top));
          const x = freePlace(row, first, second);
          if (x === null) return;
          bends.set(row, { x, y: row.y });
          isBent = true;
        });
      }
      edge.bends = passed.filter((row) => bends.has(row)).map((row) => bends.get(row));
      if (!isDown) edge.bends.unshift(start);
      if (to.y < from.y) edge.bends.push(end);
      return edge.bends;
    }

    /// Adds the line of an edge, or only its start or end, to the current path of a canvas.
    function trace(edge, part, path = context) {
      const { from, to, startX, endX } = edge;
      if (part) {
        const [x, y] = part === "start" ? [startX, from.y + boxHeight] : [endX, to.y - stub];
        path.moveTo(x, y);
        path.lineTo(x, y + stub);
        return;
      }
      const isDown = to.y > from.y;
      let [x, y] = [startX, from.y + boxHeight];
      path.moveTo(x, y);
      const next = (toX, toY, firstBend, lastBend) => {
        path.bezierCurveTo(x, y + firstBend, toX, toY - lastBend, toX, toY);
        [x, y] = [toX, toY];
      };
      if (isDown) {
        for (const bend of bendsOf(edge)) {
          const half = turn(bend.y - y);
          next(bend.x, bend.y - 3, half, half);
          path.lineTo(bend.x, y = bend.y + boxHeight + 3);
        }
        const half = turn(to.y - y);
        next(endX, to.y, half, half);
      } else {
        const bends = bendsOf(edge);
        next(bends[0].x, from.y + boxHeight / 2, 18, -24);
        for (const bend of bends.slice(1)) {
          const half = turn(y - bend.y - boxHeight);
          next(bend.x, bend.y + boxHeight + 3, -half, -half);
          path.lineTo(bend.x, y = bend.y);
        }
        next(endX, to.y, -24, 26);
      }
    }

    """#
}
