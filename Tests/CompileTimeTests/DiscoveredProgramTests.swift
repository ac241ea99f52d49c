import Foundation
import Testing

@Suite("Discovery of modules in compiled programs")
struct DiscoveredProgramTests {
  @Test(.disabled(if: Compiler.isSanitized), arguments: ["-Onone", "-O"])
  func modulesOfALibraryLoadedLaterAreFoundByASecondDiscovery(optimization: String) async throws {
    let output = try await Compiler.output(
      of: "DiscoveryProgram.swift", loading: "LateModule.swift", [optimization])
    #expect(
      output == """
        ["Int"]
        ["Int", "String"]
        late

        """)
  }

  @Test(
    .disabled(if: Compiler.isSanitized),
    arguments: [["-Onone"], ["-O", "-whole-module-optimization"]])
  func modulesThatNothingMentionsAreFoundInAnOptimizedProgram(flags: [String]) async throws {
    let all = flags + ["-package-name", "fixture"]
    #expect(
      try await Compiler.output(of: "ReleaseModules.swift", all, linkage: .objects) == """
        ["Int16", "Int32", "Int8"]

        """)
  }
}
