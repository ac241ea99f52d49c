import Foundation
import Testing

@Suite("Programs built without reflection metadata")
struct ReflectionMetadataTests {
  @Test(arguments: [true, false])
  func `the graph reports missing reflection metadata`(isDisabled: Bool) async throws {
    let flags =
      isDisabled ? ["-Xfrontend", "-disable-reflection-metadata"] : []
    let output = try await Compiler.output(of: "HiddenProperties.swift", flags)
    // With the metadata, Waymark sees the property, and nothing provides its dependency.
    let needed =
      "the @Routed property store of Route(Worker) needs Service<any Store>, and nothing provides it\n"
    #expect(output == (isDisabled ? "Worker [] false\nPlain [] false\n" : needed))
  }
}
