extension PageScript {
  /// The drawing of the visible part.
  ///
  /// Far away, it shows the modules and their links instead of each edge.
  static let drawing = #"""
    const context = canvas.getContext("2d");
    let colors = {};

    function readColors() {
      const style = getComputedStyle(document.documentElement);
      for (const name of [
        "page", "text", "quiet", "area", "area-line", "edge", "view", "view-line", "service", "service-line", "other",
        "other-line", "selected", "need", "user", "path", "error", "warning", "added", "removed", "changed",
      ]) colors[name] = style.getPropertyValue(`--${name}`).trim();
      requestDrawing();
    }

    const font = (size, weight = "") => `${weight} ${size}px system-ui, sans-serif`.trim();

    const isLarge = () => edges.length > 400;

    /// Whether nodes are too small for names, so that the modules of a large graph are its parts.
    const isShowingModules = () => isLarge() && camera.scale < 0.2;

    function draw() {
      const density = canvas.width / camera.width;
      context.setTransform(density, 0, 0, density, 0, 0);
      context.fillStyle = colors.page;
      context.fillRect(0, 0, camera.width, camera.height);
      context.setTransform(density * camera.scale, 0, 0, density * camera.scale, density * camera.x, density * camera.y);
      const view = {
        left: -camera.x / camera.scale, top: -camera.y / camera.scale,
        right: (camera.width - camera.x) / camera.scale, bottom: (camera.height - camera.y) / camera.scale,
      };
      const isInView = (item) => item.x < view.right && item.x + item.width > view.left
        && item.y < view.bottom && item.y + item.height > view.top;
      const areas = plan.areas.filter(isInView);
      for (const area of areas) drawArea(area);
      const isFar = isLarge() && camera.scale < 0.3;
      if (isFar) drawLinks();
      drawEdges(isInView, isFar);
      for (const area of areas) {
        for (const node of area.nodes) if (isInView(node)) drawNode(node);
        drawTitle(area);
      }
    }

    function drawArea(area) {
      context.globalAlpha = 1;
      context.fillStyle = colors.area;
      context.strokeStyle = colors["area-line"];
      context.lineWidth = 1 / Math.min(1, camera.scale);
      context.beginPath();
      context.roundRect(area.x, area.y, area.width, area.height, 8);
      context.fill();
      context.stroke();
    }

    /// Draws the name of a module in a size that stays readable.
    function drawTitle(area) {
      let size = Math.max(14, 11 / camera.scale);
      const room = area.width - 1.5 * gap.padding;
      // All names can have the same word, which takes the room of the part that differs.
      const isNarrow = room < size * 0.56 * area.name.length;
      const title = isNarrow ? area.name.replace(/^Module(?=.)|(?<=.)Module$/, "") : area.name;
      if (room < size * 0.56 * Math.min(4, title.length)) return;
      context.globalAlpha = 1;
      context.textBaseline = "top";
      const measure = () => {
        context.font = font(size, "600");
        return context.measureText(title).width;
      };
      size = Math.max(14, 9 / camera.scale, size * Math.min(1, 0.97 * room / measure()));
      const width = measure();
      const name = width <= room ? title : shortened(title, Math.floor((title.length * room) / width));
      if (size > 24) {
        context.fillStyle = colors.area;
        context.globalAlpha = 0.85;
        context.fillRect(area.x + gap.padding - 2, area.y + 6, context.measureText(name).width + 4, size * 1.15);
        context.globalAlpha = 1;
      }
      context.fillStyle = colors.quiet;
      context.fillText(name, area.x + gap.padding, area.y + 8);
    }

    const shortened = (text, letters) => text.length <= letters ? text : `${text.slice(0, Math.max(1, letters - 1))}…`;

    function curve(from, to) {
      const [x, y] = [from.x + from.width / 2, from.y + from.height];
      const [endX, endY] = [to.x + to.width / 2, to.y];
      context.moveTo(x, y);
      if (endY >= y) {
        const bend = Math.min(120, Math.max(14, (endY - y) / 2));
        context.bezierCurveTo(x, y + bend, endX, endY - bend, endX, endY);
      } else {
        // Back up, around the side of both ends.
        const side = Math.max(from.x + from.width, to.x + to.width) + 24;
        context.bezierCurveTo(side, y + 40, side, endY - 40, endX, endY);
      }
    }

    /// Draws the strongest connections between modules, in three widths.
    function drawLinks() {
      context.strokeStyle = colors.edge;
      context.globalAlpha = isEmphasized() ? 0.12 : 0.45;
      // Collections and scopes are often connected with most modules.
      const hasRoutes = (area) => area.nodes.some((node) => node.role !== "collection" && node.role !== "scope");
      const drawn = plan.links.filter(({ from, to }) => hasRoutes(from) && hasRoutes(to)).slice(0, 400);
      for (const [width, least, most] of [[1, 1, 3], [2, 3, 10], [4, 10, Infinity]]) {
        context.lineWidth = width / camera.scale;
        context.beginPath();
        for (const { from, to, weight } of drawn) if (weight >= least && weight < most) curve(from, to);
        context.stroke();
      }
    }

    /// Returns the group of edges with the same look.
    function look(edge) {
      if (state.emphasis.edges.has(edge)) return `${state.emphasis.edges.get(edge)} strong`;
      if (edge.change) return edge.change;
      if (edge.isCaptive) return "warning";
      if (edge.isCyclic) return "error";
      return edge.kind;
    }

    const dashes = { lazy: [6, 4], observed: [2, 3], scope: [1, 3], error: [8, 3, 2, 3], removed: [4, 4] };

    function drawEdges(isInView, isFar) {
      const groups = new Map();
      for (const edge of edges) {
        const { from, to } = edge;
        if (!from.isShown || !to.isShown || from === to) continue;
        const name = look(edge);
        // So many lines would hide the nodes.
        const isCovering = isFar && state.emphasis.edges.size > 1000;
        if (isFar && (isCovering || !name.endsWith("strong")) && !edge.change) continue;
        // In a large graph, a line that leaves the view only begins or ends.
        let part = "";
        if (isLarge() && !name.endsWith("strong")) {
          const [isStartInView, isEndInView] = [isInView(from), isInView(to)];
          if (!isStartInView && !isEndInView) continue;
          part = !isEndInView ? "start" : !isStartInView ? "end" : "";
        }
        const key = `${name} ${part}`;
        if (!groups.has(key)) groups.set(key, { name, part, edges: [] });
        groups.get(key).edges.push(edge);
      }
      const isStrong = ({ name }) => name.endsWith("strong");
      for (const group of [...groups.values()].sort((first, second) => isStrong(first) - isStrong(second))) {
        drawGroup(group, isStrong(group));
      }
    }

    /// Draws the edges with the same look.
    function drawGroup({ name, part, edges }, isStrong) {
      const color = colors[name.replace(" strong", "")] || colors.edge;
      context.globalAlpha = isStrong ? 1 : isEmphasized() ? 0.14 : 0.75;
      context.strokeStyle = color;
      context.fillStyle = color;
      context.lineWidth = (isStrong ? 2 : 1.2) / Math.min(1, camera.scale * (isStrong ? 1 : 1.6));
      context.setLineDash(edges.length < 300 ? dashes[isStrong ? edges[0].kind : name] || [] : []);
      context.beginPath();
      for (const edge of edges) trace(edge, part);
      context.stroke();
      context.setLineDash([]);
      if (camera.scale < 0.4 || part === "start") return;
      context.beginPath();
      for (const { to, endX } of edges) {
        context.moveTo(endX, to.y);
        context.lineTo(endX - 4, to.y - 8);
        context.lineTo(endX + 4, to.y - 8);
      }
      context.fill();
    }

    """#
}
