extension PageScript {
  /// The measured start on a time axis, with the critical path and the ways to shorten it.
  static let timeline = #"""
    const time = (microseconds) => microseconds < 1000 ? `${microseconds} µs`
      : microseconds < 1000000 ? `${(microseconds / 1000).toPrecision(3)} ms` : `${(microseconds / 1000000).toPrecision(3)} s`;

    /// Makes a part of a bar. Its place is a share of the whole start.
    function barPart(name, from, to) {
      const total = Math.max(1, data.start.duration);
      const part = element("span", { class: name });
      part.style.left = `${(100 * from) / total}%`;
      part.style.width = `${(100 * (to - from)) / total}%`;
      return part;
    }

    function bar(instance, isCritical) {
      const waited = instance.begun - instance.ready;
      const texts = [`begins at ${time(instance.begun)}`, `takes ${time(instance.ended - instance.begun)}`];
      if (waited > 0) texts.push(`waits ${time(waited)} for a thread`);
      if (instance.made !== undefined) texts.push(`starts for ${time(instance.ended - instance.made)}`);
      if (isCritical) texts.push("is on the critical path");
      return element(
        "li", { class: isCritical ? "critical" : "" },
        instance.node === undefined ? element("span", { class: "name" }, instance.name)
          : element("button", {
            type: "button", class: "name", title: instance.place,
            onclick: () => { showTab("graph"); select(nodes[instance.node], { isMoving: true }); },
          }, instance.name),
        element("span", { class: "track", role: "img", "aria-label": texts.join(", "), title: texts.join(", ") },
          barPart("waited", instance.ready, instance.begun), barPart("bar", instance.begun, instance.ended),
          instance.made === undefined ? null : barPart("started", instance.made, instance.ended)),
        element("span", { class: "time quiet" }, `${time(instance.ended - instance.begun)}${isCritical ? " · critical" : ""}`));
    }

    function showStart() {
      const { instances, critical, advice, duration } = data.start;
      const isCritical = new Set(critical);
      const order = instances.map((_, index) => index);
      order.sort((first, second) => instances[first].begun - instances[second].begun || first - second);
      byID("start-view").replaceChildren(
        element("h2", {}, `${count(instances.length, "instance")} started in ${time(duration)}`),
        ...(critical.length === 0 ? [] : section(
          "Critical path", element("p", { id: "critical-path" }, critical.map((index) => instances[index].name).join(" → ")))),
        ...(advice.length === 0 ? [] : section("To shorten the start", element("ul", {}, ...advice.map((text) => element("li", {}, text))))),
        ...section("Time axis", element("p", { class: "quiet" },
          "A thin line is a wait for a free thread, a bar is the creation, and its blue end is the work of Starting. The critical path is bold."), element("ol", { class: "bars" }, ...order.map((index) => bar(instances[index], isCritical.has(index))))));
    }

    """#
}
