import Foundation
import Testing

@Suite("Discovery of modules in compiled programs")
struct DiscoveredProgramTests {
  @Test(arguments: ["-Onone", "-O"])
  func `a second discovery finds the modules of a library loaded later`(optimization: String) async throws {
    let output = try await Compiler.output(
      of: "DiscoveryProgram.swift", loading: "LateModule.swift", [optimization])
    #expect(
      output == """
        ["Int"]
        ["Int", "String"]
        late

        """)
  }

  @Test(arguments: [["-Onone"], ["-O", "-whole-module-optimization"]])
  func `an optimized program finds modules that nothing mentions`(flags: [String]) async throws {
    let all = flags + ["-package-name", "fixture"]
    #expect(
      try await Compiler.output(of: "ReleaseModules.swift", all, linkage: .objects) == """
        ["Int16", "Int32", "Int8"]

        """)
  }

  /// Each run is a process of its own, so hashed collections have different seeds.
  @Test(arguments: [["-Onone"], ["-O", "-whole-module-optimization"]])
  func `discovered modules' collections have the same order in every run`(flags: [String]) async throws {
    let expected = """
      November Charlie Foxtrot Juliett Quebec Sierra Alpha Bravo Delta Hotel India Oscar Romeo Tango Echo Golf Kilo Lima Mike Papa
      Alpha Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra Tango
      Echo Golf Kilo Lima Mike Papa Alpha Bravo Delta Hotel India Oscar Romeo Tango Quebec Sierra Charlie Foxtrot Juliett November
      November Charlie Foxtrot Juliett Quebec Sierra Alpha Bravo Delta Hotel India Oscar Romeo Tango Echo Golf Kilo Lima Mike Papa

      """
    #expect(
      try await Compiler.outputs(of: "AssembledProgram.swift", flags, runs: 5)
        == Array(repeating: expected, count: 5))
  }
}
