extension StartReport: CustomStringConvertible {
  /// The instances on a time axis, the critical path, and the ways to shorten the start.
  ///
  /// Instances of the critical path have a `*`. Instances of one type have their names or else their locations:
  /// `FileDatabase (.archiveDatabase)`. Of more than 40 instances, the text contains the critical path and the ones
  /// that took longest.
  public var description: String {
    guard !instances.isEmpty else { return "no instance to start" }
    let critical = criticalIndices
    let longest = instances.indices.sorted { instances[$0].took > instances[$1].took }
    let shown = Set(critical).union(longest.prefix(40))
    let labels = labels
    let width = shown.map { labels[$0].count }.max() ?? 0
    let number = instances.count == 1 ? "1 instance" : "\(instances.count) instances"
    var lines = ["started \(number) in \(duration.inSeconds)"]
    for index in instances.indices where shown.contains(index) {
      let instance = instances[index]
      let name = labels[index] + String(repeating: " ", count: width - labels[index].count)
      let waited = instance.waited > duration * 0.05 ? ", after a wait of \(instance.waited.inSeconds)" : ""
      lines.append(
        "\(critical.contains(index) ? "*" : " ") \(name) |\(bar(instance))| \(instance.took.inSeconds)\(waited)"
      )
    }
    if shown.count < instances.count { lines.append("  and \(instances.count - shown.count) others") }
    lines.append("critical path: \(critical.map { labels[$0] }.joined(separator: " → "))")
    return (lines + advice.map { "To shorten the start: \($0)" }).joined(separator: "\n")
  }

  /// The instances' names, which tell the instances of one type apart.
  package var labels: [String] {
    let counts = Dictionary(instances.map { ($0.name, 1) }, uniquingKeysWith: +)
    return instances.map { instance in
      guard counts[instance.name, default: 0] > 1 else { return instance.name }
      return TypeName.distinguished(instance.name, instance.tokenName, instance.location)
    }
  }

  /// Returns a line of 40 characters, with `=` for making and `#` for start operations.
  private func bar(_ instance: Instance) -> String {
    let unit = max(duration, .nanoseconds(1))
    func column(_ time: Duration) -> Int { min(40, Int(time / unit * 40)) }
    let begun = min(39, column(instance.begun))
    let ended = max(begun + 1, column(instance.ended))
    let middle = instance.made.map { min(max(column($0), begun), ended) } ?? ended
    return String(repeating: " ", count: begun) + String(repeating: "=", count: middle - begun)
      + String(repeating: "#", count: ended - middle) + String(repeating: " ", count: 40 - ended)
  }

  /// The ways to shorten the start: instances of the critical path that take at least a tenth of it and 50
  /// milliseconds, and waits for free threads that take as long together.
  public var advice: [String] {
    let (total, path, labels) = (duration, criticalIndices, labels)
    func isLong(_ part: Duration) -> Bool { part >= max(total * 0.1, .milliseconds(50)) }
    var texts: [String] = []
    for (position, index) in path.enumerated() where isLong(instances[index].took) {
      let instance = instances[index]
      let place = "\(instance.name) (\(instance.location)) takes \(instance.took.inSeconds)"
      let user = position + 1 < path.count ? labels[path[position + 1]] : nil
      let lazily =
        user.map { "let \($0) store a router to it, so that it doesn't wait" }
        ?? "make the instance at its first request instead of at the start"
      texts.append(
        "\(place): \(instance.isAsynchronous ? lazily : "make its factory asynchronous, or \(lazily)")")
    }
    let waited = path.reduce(Duration.zero) { $0 + instances[$1].waited }
    if isLong(waited), instances.contains(where: { !$0.isAsynchronous }) {
      texts.append(
        "the critical path waited \(waited.inSeconds) for free threads: make the factories that block a thread asynchronous"
      )
    }
    return texts
  }
}
