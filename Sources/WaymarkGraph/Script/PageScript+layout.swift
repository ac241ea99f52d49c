extension PageScript {
  /// The places of modules and nodes.
  ///
  /// Equal graphs in windows of equal proportions have equal layouts.
  static let layout = #"""
    const gap = { column: 18, row: 34, area: 46, padding: 16, title: 26 };
    const boxHeight = 38;
    // An estimate, so that the layout doesn't depend on the fonts of the machine.
    const letterWidth = 7.9;

    const plan = { areas: [], links: [], rows: [], bounds: { x: 0, y: 0, width: 1, height: 1 } };

    /// Places the shown nodes.
    ///
    /// Each module is an area with layers of its own, and the areas are in layers. Sweeps move each node and each area
    /// toward its connected nodes. The shortest arrangement of all sweeps wins.
    function arrange(aspect) {
      camera.aspect = aspect;
      const areas = modules.map((name, module) => ({ name, module, nodes: [], isArea: true }));
      for (const node of nodes) {
        if (!node.isShown) continue;
        const letters = Math.max(node.title.length, node.note.length * 0.82);
        node.width = Math.min(260, Math.max(96, Math.ceil(letterWidth * letters) + (node.role === "adapter" ? 50 : 28)));
        node.height = boxHeight;
        areas[node.module].nodes.push(node);
      }
      plan.areas = areas.filter((area) => area.nodes.length > 0);
      if (plan.areas.length === 0) {
        plan.links = [];
        return;
      }
      plan.areas.forEach((area, position) => { area.position = position; layerNodes(area); });
      const rows = layerAreas();
      let best = Infinity;
      let shortest = null;
      for (let sweep = 0; sweep < 8; sweep += 1) {
        place(rows, aspect);
        const length = totalLength();
        if (length < best - 0.5) {
          best = length;
          shortest = { rows: rows.map((row) => [...row]), layers: plan.areas.map((area) => area.layers.map((layer) => [...layer])) };
        }
        sortTowardNeighbors(rows, sweep);
      }
      shortest.layers.forEach((layers, position) => { plan.areas[position].layers = layers; });
      place(shortest.rows, aspect);
      placeEnds();
    }

    function layerNodes(area) {
      area.nodes.forEach((node, position) => { node.local = position; });
      const successors = area.nodes.map((node) =>
        node.needs.filter((edge) => edge.to.isShown && edge.to.module === area.module && edge.to !== node)
          .map((edge) => edge.to.local));
      const layer = longestPaths(depthFirstOrder(successors), successors);
      area.layers = [];
      area.nodes.forEach((node, position) => { (area.layers[layer[position]] ||= []).push(node); });
    }

    /// Returns the areas in rows, and finds the links between areas with the number of their edges.
    function layerAreas() {
      const positions = new Map(plan.areas.map((area) => [area.module, area.position]));
      const weights = plan.areas.map(() => new Map());
      for (const edge of edges) {
        if (!edge.from.isShown || !edge.to.isShown || edge.from.module === edge.to.module) continue;
        const targets = weights[positions.get(edge.from.module)];
        const target = positions.get(edge.to.module);
        targets.set(target, (targets.get(target) || 0) + 1);
      }
      plan.links = weights.flatMap((targets, from) =>
        [...targets].map(([to, weight]) => ({ from: plan.areas[from], to: plan.areas[to], weight })))
        .sort((first, second) => second.weight - first.weight);
      const layer = longestPaths(lightestOrder(weights), weights.map((targets) => [...targets.keys()]));
      const rows = [];
      plan.areas.forEach((area, position) => { (rows[layer[position]] ||= []).push(area); });
      return rows;
    }

    function place(rows, aspect) {
      let total = 0;
      for (const area of plan.areas) {
        const room = area.nodes.reduce((sum, node) => sum + (node.width + gap.column) * (boxHeight + gap.row), 0);
        const lines = wrapped(area.layers, Math.max(240, Math.sqrt(room * 1.9)), gap.column);
        let y = gap.title + gap.padding;
        area.width = Math.max(140, 10 * area.name.length, ...lines.map((line) => line.width)) + 2 * gap.padding;
        for (const line of lines) {
          let x = (area.width - line.width) / 2;
          for (const node of line.items) {
            [node.left, node.top] = [x, y];
            x += node.width + gap.column;
          }
          y += boxHeight + gap.row;
        }
        area.height = y - gap.row + gap.padding;
        total += (area.width + gap.area) * (area.height + gap.area);
      }
      const widest = Math.max(...plan.areas.map((area) => area.width));
      const lines = wrapped(rows, Math.max(widest, Math.sqrt(total * aspect) * 1.15), gap.area);
      placeLines(lines, aspect);
    }

    /// Places lines of areas below each other, and in several columns if there are many layers.
    function placeLines(lines, aspect) {
      const height = (found) => found.reduce((sum, line) => sum + line.height, 0);
      const width = (found) => Math.max(...found.map((line) => line.width));
      for (const line of lines) line.height = Math.max(...line.items.map((area) => area.height)) + gap.area;
      const full = height(lines);
      const fits = camera.height / full > 0.4 && camera.width / width(lines) > 0.4;
      const divided = (number) => {
        const columns = [[]];
        for (const line of lines) {
          const column = columns[columns.length - 1];
          if (column.length > 0 && height(column) + line.height / 2 > full / number) columns.push([line]);
          else column.push(line);
        }
        return columns;
      };
      // The largest scale at which all columns are in view.
      const scale = (columns) => Math.min(
        aspect / columns.reduce((sum, column) => sum + width(column) + 2 * gap.area, 0), 1 / Math.max(...columns.map(height)));
      let columns = divided(1);
      for (let number = 2; !fits && number <= Math.min(24, lines.length); number += 1) {
        const other = divided(number);
        if (scale(other) > scale(columns)) columns = other;
      }
      let left = 0;
      for (const column of columns) {
        const most = width(column);
        let y = 0;
        for (const line of column) {
          let x = left + (most - line.width) / 2;
          for (const area of line.items) {
            [area.x, area.y] = [x, y];
            for (const node of area.nodes) [node.x, node.y] = [x + node.left, y + node.top];
            x += area.width + gap.area;
          }
          y += line.height;
        }
        left += most + 2 * gap.area;
      }
      plan.bounds = { x: 0, y: 0, width: left - 2 * gap.area, height: Math.max(...columns.map(height)) - gap.area };
    }

    /// Returns lines of items. A row above the limit becomes several lines, with the items in the same order from left
    /// to right across all of them.
    function wrapped(rows, limit, space) {
      const lines = [];
      for (const row of rows) {
        const full = row.reduce((sum, item) => sum + item.width + space, -space);
        const parts = Math.max(1, Math.min(row.length, Math.ceil(full / limit)));
        const found = Array.from({ length: parts }, () => ({ items: [], width: -space }));
        row.forEach((item, index) => {
          const line = found[index % parts];
          line.items.push(item);
          line.width += item.width + space;
        });
        lines.push(...found);
      }
      return lines;
    }

    const middle = (item) => item.x + item.width / 2;

    // Lines inside of a module count more: lines to other modules cross much anyway.
    const weight = (edge) => edge.from.module === edge.to.module ? 5 : 1;

    function totalLength() {
      let length = 0;
      for (const edge of edges) {
        if (edge.from.isShown && edge.to.isShown) length += weight(edge) * Math.abs(middle(edge.from) - middle(edge.to));
      }
      return length;
    }

    /// Sorts by the mean place of connected nodes: of those above in even sweeps, and of those below in odd ones.
    function sortTowardNeighbors(rows, sweep) {
      const pull = (node, area) => {
        let [sum, total] = [0, 0];
        for (const edge of sweep % 2 === 0 ? node.users : node.needs) {
          const other = edge.from === node ? edge.to : edge.from;
          if (!other.isShown || other === node) continue;
          // Another module pulls to a side of this one, however far away it is.
          sum += weight(edge) * Math.min(area.x + area.width, Math.max(area.x, middle(other)));
          total += weight(edge);
        }
        return total === 0 ? middle(node) : sum / total;
      };
      const sort = (items) => items.sort((first, second) => first.pull - second.pull || first.order - second.order);
      for (const area of plan.areas) {
        let [sum, number] = [0, 0];
        for (const layer of area.layers) {
          layer.forEach((node, order) => { node.order = order; node.pull = pull(node, area); });
          sort(layer);
        }
        for (const node of area.nodes) {
          for (const edge of sweep % 2 === 0 ? node.users : node.needs) {
            const other = edge.from === node ? edge.to : edge.from;
            if (other.isShown && other.module !== area.module) { sum += middle(other); number += 1; }
          }
        }
        area.pull = number === 0 ? area.x + area.width / 2 : sum / number;
      }
      for (const row of rows) {
        row.forEach((area, order) => { area.order = order; });
        sort(row);
      }
    }

    """#
}
