import Foundation
import Measurements
import TextTable

/// The measurements as tables and as JSON.
struct Report: Encodable {
  /// How this program and the measured ones were built.
  static var build: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }

  let build = Self.build
  let cores: Int
  let measurements: [Measurement]

  init(_ measurements: [Measurement]) {
    self.measurements = measurements
    cores = ProcessInfo.processInfo.activeProcessorCount
  }

  private var sizes: [Int] { Set(measurements.map(\.routes)).sorted() }

  /// The table of budgets, of the largest program.
  var budgets: String {
    let table = TextTable<Measurement> {
      [
        Column(title: "work", value: $0.work),
        Column(title: "baseline", value: $0.baselineKind ?? "—"),
        Column(title: "baseline takes", value: Self.amount($0.baseline), align: .right),
        Column(title: "Waymark takes", value: Self.amount($0.waymark), align: .right),
        Column(title: "unit", value: $0.unit.rawValue),
        Column(title: "ratio", value: Self.ratio($0.ratio), align: .right),
        Column(title: "budget", value: Self.amount($0.budget), align: .right),
        Column(title: "met", value: $0.isMet.map { $0 ? "yes" : "NO" } ?? "—"),
      ]
    }
    let largest = sizes.last
    return title("\(largest ?? 0) routes")
      + (table.string(for: measurements.filter { $0.routes == largest }, style: Style.pipe) ?? "")
  }

  /// How Waymark's figures grow with the number of routes; empty where there is one size.
  var growth: String {
    guard sizes.count > 1 else { return "" }
    let rows = measurements.filter { $0.routes == sizes.last }.map { last in
      measurements.filter { $0.work == last.work }.sorted { $0.routes < $1.routes }
    }
    let table = TextTable<[Measurement]> { row in
      [Column(title: "work", value: row[0].work), Column(title: "unit", value: row[0].unit.rawValue)]
        + row.map { Column(title: "\($0.routes)", value: Self.amount($0.waymark), align: .right) }
        + row.map { Column(title: "ratio at \($0.routes)", value: Self.ratio($0.ratio), align: .right) }
    }
    return title("growth with the number of routes") + (table.string(for: rows, style: Style.pipe) ?? "")
  }

  var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      return try encoder.encode(self)
    }
  }

  private func title(_ text: String) -> String { "\n\(text), \(build) build, \(cores) cores\n\n" }

  private static func amount(_ value: Double?) -> String {
    value.map { String(format: $0 < 10 ? "%.2f" : $0 < 100 ? "%.1f" : "%.0f", $0) } ?? "—"
  }

  private static func ratio(_ value: Double?) -> String { value.map { String(format: "%.2f", $0) } ?? "—" }
}
