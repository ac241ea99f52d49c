import ArgumentParser
import Foundation
import Measurements

/// The command that measures all works and prints the table of budgets.
@main struct Budgets: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "budgets", abstract: "Measures Waymark beside hand-written baselines.",
    discussion: """
      Each work is measured beside its baseline in the same run. Only the ratios can be compared between \
      machines. Work that a program does once is measured in new processes. The command doesn't fail when a \
      figure exceeds its budget.

      To measure one row: budgets --only "new service" --sizes 500 --rounds 1

      To repeat one side of a row, for a profiler:
      .build/release/Routes500 --repeat "new service: waymark" 1000

      To count its instructions:
      valgrind --tool=callgrind --toggle-collect=program_measured .build/release/Routes500 --repeat …
      """)

  @Option(parsing: .upToNextOption, help: "The numbers of routes in the measured programs.")
  var sizes = [500, 5000]

  @Option(help: "The number of rounds. In each, the sides alternate several times.")
  var rounds = 3

  @Option(help: "A part of the names of the works to measure.")
  var only: String?

  @Option(help: "The file for the figures as JSON.")
  var json = "budgets.json"

  @Flag(help: "Measure programs that were built before, without asking the package manager.")
  var skipBuild = false

  func validate() throws {
    guard rounds > 0 else {
      throw ValidationError("The number of rounds is \(rounds). To fix: give 1 or more.")
    }
    let works = Program.works + URLWork.all + CompilerWork.all
    guard works.contains(where: isWanted) else {
      throw ValidationError(
        "No work has “\(only ?? "")” in its name. To fix: choose a part of one of these:\n"
          + works.map { "  \($0.name)" }.joined(separator: "\n"))
    }
  }

  func run() throws {
    var measurements: [Measurement] = []
    for size in sizes.sorted() {
      for (name, works) in [("Routes\(size)", Program.works), ("URLs", URLWork.all)]
      where works.contains(where: isWanted) {
        let program = skipBuild ? ProgramBuilder.executable(name) : try ProgramBuilder.build(name)
        let measurer = Measurer(routes: size, program: program, rounds: rounds)
        for work in works.filter(isWanted) {
          announce(work, "\(size) routes: ")
          if let measurement = try measurer.measure(work) { measurements.append(measurement) }
        }
      }
    }
    let compiler = CompilerMeasurer(rounds: rounds)
    for work in CompilerWork.all.filter(isWanted) {
      announce(work, "")
      measurements.append(try compiler.measure(work))
    }
    let report = Report(measurements)
    print(report.budgets)
    print(report.growth)
    try report.json.write(to: URL(filePath: json))
    print("The figures are in \(json)")
  }

  private func isWanted(_ work: Work) -> Bool { only.map(work.name.contains) ?? true }

  private func announce(_ work: Work, _ program: String) {
    FileHandle.standardError.write(Data("\(program)\(work.name)\n".utf8))
  }
}
