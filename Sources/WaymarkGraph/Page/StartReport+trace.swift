public import WaymarkCore

extension StartReport {
  /// Returns the start in Chrome's trace format, which `about:tracing` and Perfetto open.
  ///
  ///     try registry.startReport?.chromeTrace().write(toFile: "start.json", atomically: true, encoding: .utf8)
  ///
  /// Instances that started at the same time are in different rows.
  ///
  /// - Returns: The JSON.
  /// - Complexity: Linear in the number of instances, multiplied by the number of rows.
  public func chromeTrace() -> String {
    let critical = Set(criticalIndices)
    let labels = labels
    // The end of the last event in each row.
    var rows: [Duration] = []
    var text = PageBuffer(capacity: 300 * instances.count + 100)
    text.append("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[")
    let order = instances.indices.sorted { (instances[$0].begun, $0) < (instances[$1].begun, $1) }
    text.append(order) { index, text in
      let instance = instances[index]
      let row = rows.firstIndex { $0 <= instance.begun } ?? rows.count
      if row == rows.count { rows.append(.zero) }
      rows[row] = instance.ended
      text.append("{\"ph\":\"X\",\"pid\":1,\"tid\":\(row + 1),\"cat\":\"start\",\"name\":")
      text.append(quoting: labels[index])
      text.append(",\"ts\":\(instance.begun.microseconds),\"dur\":\(instance.took.microseconds)")
      text.append(",\"args\":{\"place\":")
      text.append(quoting: "\(instance.location)")
      text.append(",\"waited\":\(instance.waited.microseconds),\"isCritical\":\(critical.contains(index))}}")
    }
    text.append("]}\n")
    return text.text
  }
}
