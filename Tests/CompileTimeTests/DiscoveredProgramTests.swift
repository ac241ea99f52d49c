import Foundation
import Testing

@Suite("Discovery of modules in compiled programs")
struct DiscoveredProgramTests {
  /// The objects of a build for the thread sanitizer cannot be linked into a plain program.
  private static let isSanitized = dlsym(nil, "__tsan_init") != nil

  @Test(.disabled(if: isSanitized), arguments: ["-Onone", "-O"])
  func modulesOfALibraryLoadedLaterAreFoundByASecondDiscovery(optimization: String) throws {
    let output = try Compiler.output(
      of: "DiscoveryProgram.swift", loading: "LateModule.swift", [optimization])
    #expect(
      output == """
        ["Int"]
        ["Int", "String"]
        late

        """)
  }

  @Test(
    .disabled(if: isSanitized),
    arguments: [["-Onone"], ["-O", "-whole-module-optimization"]])
  func modulesThatNothingMentionsAreFoundInAnOptimizedProgram(flags: [String]) throws {
    let all = flags + ["-package-name", "fixture"]
    #expect(
      try Compiler.output(of: "ReleaseModules.swift", all) == """
        ["Int16", "Int32", "Int8"]

        """)
  }

  /// Each run is a process of its own, in which the seeds of hashed collections differ.
  @Test(
    .disabled(if: isSanitized),
    arguments: [["-Onone"], ["-O", "-whole-module-optimization"]])
  func collectionsOfDiscoveredModulesAreInTheSameOrderInEveryRun(flags: [String]) throws {
    let expected = """
      November Charlie Foxtrot Juliett Quebec Sierra Alpha Bravo Delta Hotel India Oscar Romeo Tango Echo Golf Kilo Lima Mike Papa
      Alpha Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra Tango
      Echo Golf Kilo Lima Mike Papa Alpha Bravo Delta Hotel India Oscar Romeo Tango Quebec Sierra Charlie Foxtrot Juliett November
      November Charlie Foxtrot Juliett Quebec Sierra Alpha Bravo Delta Hotel India Oscar Romeo Tango Echo Golf Kilo Lima Mike Papa

      """
    #expect(
      try Compiler.outputs(of: "AssembledProgram.swift", flags, runs: 5)
        == Array(repeating: expected, count: 5))
  }
}
