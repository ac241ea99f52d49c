import Foundation
import Testing

@Suite("Programs built without reflection metadata")
struct ReflectionMetadataTests {
  @Test(arguments: [true, false])
  func `the graph reports missing reflection metadata`(isDisabled: Bool) async throws {
    let flags =
      isDisabled ? ["-Xfrontend", "-disable-reflection-metadata"] : []
    let output = try await Compiler.output(of: "HiddenProperties.swift", flags)
    // With the records, the property is seen, and nothing provides what it needs.
    let needed =
      "the @Routed property store of Route(Worker) needs Service<any Store>, and nothing provides it\n"
    #expect(output == (isDisabled ? "Worker [] false\nPlain [] false\n" : needed))
  }
}
