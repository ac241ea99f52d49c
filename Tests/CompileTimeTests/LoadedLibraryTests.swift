import Foundation
import Testing

@Suite("Modules in a library that is loaded while the program runs")
struct LoadedLibraryTests {
  /// The objects of a build for the thread sanitizer cannot be linked into a plain program.
  private static let isSanitized = dlsym(nil, "__tsan_init") != nil

  @Test(.disabled(if: isSanitized), arguments: ["-Onone", "-O"])
  func areFoundByASecondDiscovery(optimization: String) throws {
    let output = try Compiler.output(
      of: "DiscoveryProgram.swift", loading: "LateModule.swift", [optimization])
    #expect(
      output == """
        ["Int"]
        ["Int", "String"]
        late

        """)
  }
}
