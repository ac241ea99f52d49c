extension PageScript {
  /// The visible part of the graph: panning and zooming by pointer, wheel, and keyboard.
  static let camera = #"""
    const stage = byID("stage");
    const canvas = byID("canvas");
    const camera = { x: 0, y: 0, scale: 1, width: 1, height: 1, aspect: 1, showsEverything: false };

    let isDrawingRequested = false;

    function requestDrawing() {
      if (isDrawingRequested) return;
      isDrawingRequested = true;
      requestAnimationFrame(() => {
        isDrawingRequested = false;
        draw();
      });
    }

    function measureStage() {
      camera.width = Math.max(1, stage.clientWidth);
      camera.height = Math.max(1, stage.clientHeight);
      const density = Math.min(2, window.devicePixelRatio || 1);
      canvas.width = Math.round(camera.width * density);
      canvas.height = Math.round(camera.height * density);
      if (camera.showsEverything) {
        // Rotating a window changes the layout.
        if (Math.abs(Math.log(aspect() / camera.aspect)) > 0.25) arrange(aspect());
        showEverything();
      }
      requestDrawing();
    }

    function showEverything() {
      const { x, y, width, height } = plan.bounds;
      const space = 24;
      // In a narrow window, the buttons cover the bottom.
      const buttons = camera.width < 600 ? 52 : 0;
      camera.scale = Math.min(1.1, (camera.width - space) / width, (camera.height - space - buttons) / height);
      camera.x = camera.width / 2 - (x + width / 2) * camera.scale;
      camera.y = (camera.height - buttons) / 2 - (y + height / 2) * camera.scale;
      camera.showsEverything = true;
      requestDrawing();
    }

    function showNode(node, isZooming) {
      camera.showsEverything = false;
      if (isZooming) camera.scale = Math.max(camera.scale, 0.85);
      camera.x = camera.width / 2 - middle(node) * camera.scale;
      camera.y = camera.height / 2 - (node.y + node.height / 2) * camera.scale;
      requestDrawing();
    }

    /// Shows a module, at a smaller scale if it doesn't fit, unless it's in view.
    function showArea(area) {
      if (isVisible(area)) return;
      camera.showsEverything = false;
      camera.scale = Math.min(camera.scale, 0.9 * Math.min(camera.width / area.width, camera.height / area.height));
      camera.x = camera.width / 2 - middle(area) * camera.scale;
      camera.y = camera.height / 2 - (area.y + area.height / 2) * camera.scale;
      requestDrawing();
    }

    function isVisible(node) {
      const [x, y] = [node.x * camera.scale + camera.x, node.y * camera.scale + camera.y];
      return x > 0 && y > 0 && x + node.width * camera.scale < camera.width && y + node.height * camera.scale < camera.height;
    }

    function pan(x, y) {
      camera.showsEverything = false;
      camera.x += x;
      camera.y += y;
      requestDrawing();
    }

    function zoom(factor, x = camera.width / 2, y = camera.height / 2) {
      camera.showsEverything = false;
      const scale = Math.min(3, Math.max(0.01, camera.scale * factor));
      camera.x = x - (x - camera.x) * (scale / camera.scale);
      camera.y = y - (y - camera.y) * (scale / camera.scale);
      camera.scale = scale;
      requestDrawing();
    }

    function nodeAt(x, y) {
      const [left, top] = [(x - camera.x) / camera.scale, (y - camera.y) / camera.scale];
      return nodes.find((node) => node.isShown && left >= node.x && left <= node.x + node.width
        && top >= node.y && top <= node.y + node.height);
    }

    function areaAt(x, y) {
      const [left, top] = [(x - camera.x) / camera.scale, (y - camera.y) / camera.scale];
      return plan.areas.find((area) => left >= area.x && left <= area.x + area.width
        && top >= area.y && top <= area.y + area.height);
    }

    /// Selects the route or the module at a place. From afar, a large graph shows modules.
    function selectAt({ x, y }) {
      const area = areaAt(x, y);
      const node = isShowingModules() && area ? null : nodeAt(x, y);
      if (node || !area) select(node || null);
      else selectModule(area.module);
    }

    /// Names the node or the module under the pointer. Far away, names don't fit into them.
    function showTip({ x, y }) {
      const node = nodeAt(x, y);
      const area = areaAt(x, y);
      const tip = [node && node.title, area && area.name].filter(Boolean).join(", ");
      if (stage.title !== tip) stage.title = tip;
    }

    function observePointers() {
      const pointers = new Map();
      let moved = 0;
      const place = (event) => {
        const bounds = stage.getBoundingClientRect();
        return { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
      };
      stage.addEventListener("pointerdown", (event) => {
        if (pointers.size === 0) moved = 0;
        pointers.set(event.pointerId, place(event));
        stage.setPointerCapture(event.pointerId);
      });
      stage.addEventListener("pointermove", (event) => {
        const before = pointers.get(event.pointerId);
        const now = place(event);
        if (!before) return showTip(now);
        moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
        if (pointers.size === 1) {
          if (moved > 3) stage.classList.add("moving");
          pan(now.x - before.x, now.y - before.y);
        } else {
          const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
          const distance = (from) => Math.max(1, Math.hypot(from.x - other.x, from.y - other.y));
          zoom(distance(now) / distance(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
        }
        pointers.set(event.pointerId, now);
      });
      const release = (event) => {
        const at = pointers.get(event.pointerId);
        pointers.delete(event.pointerId);
        stage.classList.remove("moving");
        if (event.type === "pointerup" && at && moved <= 3) selectAt(at);
      };
      stage.addEventListener("pointerup", release);
      stage.addEventListener("pointercancel", release);
      stage.addEventListener("dblclick", (event) => {
        const at = place(event);
        zoom(2, at.x, at.y);
      });
      stage.addEventListener("wheel", (event) => {
        event.preventDefault();
        const at = place(event);
        zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.002)), at.x, at.y);
      }, { passive: false });
    }

    const directions = {
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
    };

    function observeStageKeys() {
      stage.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const direction = directions[event.key];
        if (direction && event.shiftKey) pan(-80 * direction[0], -80 * direction[1]);
        else if (direction) select(neighbor(direction) || state.selected);
        else if (event.key === "+" || event.key === "=") zoom(1.25);
        else if (event.key === "-") zoom(0.8);
        else if (event.key === "0") showEverything();
        else if (event.key === "Escape") select(null);
        else if (event.key === "Enter" && (state.selected || state.module !== null)) byID("panel").focus();
        else return;
        event.preventDefault();
      });
    }

    /// Returns the closest node in a direction, or the first node without a selection.
    function neighbor([x, y]) {
      const from = state.selected;
      const shown = nodes.filter((node) => node.isShown && (!state.matches || state.matches.has(node)));
      if (!from || !from.isShown) return shown[0];
      let best = null;
      let least = Infinity;
      for (const node of shown) {
        const [right, down] = [middle(node) - middle(from), node.y - from.y];
        const [along, across] = [right * x + down * y, Math.abs(right * y) + Math.abs(down * x)];
        if (node === from || along <= 1) continue;
        const cost = along + 2.5 * across;
        if (cost < least) [best, least] = [node, cost];
      }
      return best;
    }

    """#
}
