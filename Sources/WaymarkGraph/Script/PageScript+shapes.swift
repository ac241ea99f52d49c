extension PageScript {
  /// The shape of a node: its kind, lifetime, marks, and emphasis.
  static let shapes = #"""
    const isEmphasized = () => state.emphasis.nodes.size > 0 || state.matches !== null;

    const isFaded = (node) => state.emphasis.nodes.size > 0 ? !state.emphasis.nodes.has(node)
      : state.matches !== null && !state.matches.has(node);

    function outline(node, inset = 0) {
      const [x, y] = [node.x + inset, node.y + inset];
      const [width, height] = [node.width - 2 * inset, node.height - 2 * inset];
      const corner = node.role === "adapter" ? height / 2 : 9;
      context.beginPath();
      if (node.role === "adapter" || node.role === "decorator") {
        const rise = node.role === "adapter" ? height / 2 : corner;
        context.moveTo(x + corner, y);
        context.lineTo(x + width - corner, y);
        context.lineTo(x + width, y + rise);
        context.lineTo(x + width, y + height - rise);
        context.lineTo(x + width - corner, y + height);
        context.lineTo(x + corner, y + height);
        context.lineTo(x, y + height - rise);
        context.lineTo(x, y + rise);
        context.closePath();
      } else if (node.role === "route" && node.kind === "service") {
        context.roundRect(x, y, width, height, height / 2);
      } else {
        context.roundRect(x, y, width, height, node.role === "route" ? 3 : 0);
      }
    }

    function drawNode(node) {
      const tint = node.role !== "route" ? "other" : node.kind;
      const emphasis = state.emphasis.nodes.get(node);
      context.globalAlpha = isFaded(node) ? 0.2 : 1;
      context.fillStyle = colors[tint];
      if (camera.scale < 0.2 && !emphasis && !node.change) {
        context.fillStyle = colors[`${tint}-line`];
        context.fillRect(node.x, node.y, node.width, node.height);
        return;
      }
      context.strokeStyle = colors[emphasis || node.change || `${tint}-line`];
      context.lineWidth = (emphasis || node.change ? 3 : 1.2) / Math.min(1, camera.scale * 1.4);
      context.setLineDash(node.isOpen || node.change === "removed" ? [5, 3] : []);
      outline(node);
      context.fill();
      context.stroke();
      context.setLineDash([]);
      if (camera.scale < 0.35) return;
      if (node.isKept || node.role === "collection" || node.role === "scope") {
        context.lineWidth = 1;
        outline(node, 3);
        context.stroke();
      }
      drawCaption(node);
      drawSigns(node);
    }

    function drawCaption(node) {
      const room = node.width - (node.role === "adapter" ? 40 : 18);
      context.textBaseline = "middle";
      context.textAlign = "center";
      context.fillStyle = colors.text;
      context.font = font(13, "600");
      context.fillText(shortened(node.title, Math.floor(room / letterWidth)), node.x + node.width / 2, node.y + 13.5);
      context.font = font(11);
      context.fillStyle = colors.quiet;
      context.fillText(shortened(node.note, Math.floor(room / (0.82 * letterWidth))), node.x + node.width / 2, node.y + 27.5);
      context.textAlign = "start";
    }

    const signs = { added: "+", removed: "−", changed: "~", error: "!", warning: "!", cycle: "↻" };

    /// Returns the marks of a node, as the name of a color and a sign.
    function signsOf(node) {
      const worst = node.problems.some((problem) => problem.severity === "error") ? "error"
        : node.problems.length > 0 || node.captives.length > 0 ? "warning" : null;
      return [
        node.change && [node.change, signs[node.change]], worst && [worst, signs[worst]],
        node.isCyclic && ["error", signs.cycle],
      ].filter(Boolean);
    }

    function drawSigns(node) {
      let x = node.x + node.width - 2;
      for (const [color, sign] of signsOf(node)) {
        context.fillStyle = colors[color];
        context.beginPath();
        context.arc(x, node.y + 1, 8, 0, 2 * Math.PI);
        context.fill();
        context.fillStyle = colors.page;
        context.font = font(12, "700");
        context.textAlign = "center";
        context.fillText(sign, x, node.y + 1.5);
        context.textAlign = "start";
        x -= 18;
      }
    }

    """#
}
