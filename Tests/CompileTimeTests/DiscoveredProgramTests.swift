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
}
