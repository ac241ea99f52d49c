import Foundation
import Testing

@Suite("Compiled programs")
struct CompiledProgramTests {
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
      November Charlie Quebec Sierra Alpha Oscar Kilo Mike
      Alpha Charlie Kilo Mike November Oscar Quebec Sierra
      Kilo Mike Alpha Oscar Quebec Sierra Charlie November
      November Charlie Quebec Sierra Alpha Oscar Kilo Mike

      """
    #expect(
      try await Compiler.outputs(of: "AssembledProgram.swift", flags, runs: 5)
        == Array(repeating: expected, count: 5))
  }

  /// The program's target has the main actor as its default isolation.
  @Test func `any thread can use names that belong to the main actor by default`() async throws {
    let output = try await Compiler.output(of: "MainActorNames.swift", ["-default-isolation", "MainActor"])
    #expect(output == "[1, 2, 1, 2]\ntitle 2\n")
  }

  @Test(arguments: [true, false])
  func `the graph reports missing reflection metadata`(isDisabled: Bool) async throws {
    let flags = isDisabled ? ["-Xfrontend", "-disable-reflection-metadata"] : []
    let output = try await Compiler.output(of: "HiddenProperties.swift", flags)
    // With the metadata, Waymark sees the property, and nothing provides its dependency.
    let needed =
      "the @Routed property store of Route(Worker) needs Service<any Store>, and nothing provides it\n"
    #expect(output == (isDisabled ? "Worker [] false\nPlain [] false\n" : needed))
  }
}
