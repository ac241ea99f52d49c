import Foundation
import Measurements
import TextTable

/// The measurements as tables and as JSON.
struct Report: Encodable {
  /// The build configuration of this program and the measured ones.
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

  private var sizes: [Int] { Set(measurements.compactMap(\.routes)).sorted() }

  /// The table of budgets, for the largest program.
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
    let rows = measurements.filter { $0.routes == largest || $0.routes == nil }
    return title(largest.map { "\($0) routes" } ?? "the compiler")
      + (table.string(for: rows, style: Style.pipe) ?? "")
  }

  /// The table of Waymark's figures by the number of routes, or an empty text for one size.
  var growth: String {
    guard sizes.count > 1 else { return "" }
    let rows = measurements.filter { $0.routes == sizes.last }.map { last in
      sizes.compactMap { size in
        measurements.first { $0.work == last.work && $0.routes == size }.map { (size: size, measurement: $0) }
      }
    }
    let table = TextTable<[(size: Int, measurement: Measurement)]> { row in
      [
        Column(title: "work", value: row[0].measurement.work),
        Column(title: "unit", value: row[0].measurement.unit.rawValue),
      ]
        + row.map { Column(title: "\($0.size)", value: Self.amount($0.measurement.waymark), align: .right) }
        + row.map {
          Column(title: "ratio at \($0.size)", value: Self.ratio($0.measurement.ratio), align: .right)
        }
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
