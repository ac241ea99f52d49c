import ArgumentParser
import Foundation
import Measurements

/// Measures all works and prints the table of budgets.
@main struct Budgets: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "budgets", abstract: "Measures Waymark beside hand-written baselines.",
    discussion: """
      Each work is measured beside its baseline in the same run; only the ratios can be compared between \
      machines. What is cold is measured in new processes. No figure makes this command fail.
      """)

  @Option(parsing: .upToNextOption, help: "The numbers of routes in the measured programs.")
  var sizes = [500, 1000, 5000]

  @Option(help: "How often both sides of a work are measured.")
  var rounds = 3

  @Option(help: "Only works whose name has this in it.")
  var only: String?

  @Option(help: "Where the figures are written as JSON.")
  var json = "budgets.json"

  private var works: [Work] { Program.works + URLWork.all }

  func validate() throws {
    guard rounds > 0 else {
      throw ValidationError("The number of rounds is \(rounds). To fix: give 1 or more.")
    }
    guard only.map({ text in works.contains { $0.name.contains(text) } }) ?? true else {
      throw ValidationError(
        "No work has “\(only ?? "")” in its name. To fix: choose a part of one of these:\n"
          + works.map { "  \($0.name)" }.joined(separator: "\n"))
    }
  }

  func run() throws {
    var measurements: [Measurement] = []
    for size in sizes.sorted() {
      for (program, works) in [("Routes\(size)", Program.works), ("URLs", URLWork.all)] {
        let works = works.filter { only.map($0.name.contains) ?? true }
        guard !works.isEmpty else { continue }
        let measurer = Measurer(routes: size, program: try ProgramBuilder.build(program), rounds: rounds)
        for work in works {
          FileHandle.standardError.write(Data("\(size) routes: \(work.name)\n".utf8))
          if let measurement = try measurer.measure(work) { measurements.append(measurement) }
        }
      }
    }
    let report = Report(measurements)
    print(report.budgets)
    print(report.growth)
    try report.json.write(to: URL(filePath: json))
    print("The figures are in \(json)")
  }
}
