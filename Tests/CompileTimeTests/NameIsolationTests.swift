import Testing

@Suite("Names in a target with the main actor as its default isolation")
struct NameIsolationTests {
  @Test func `any thread can use the names`() async throws {
    let output = try await Compiler.output(of: "MainActorNames.swift", ["-default-isolation", "MainActor"])
    #expect(output == "[1, 2, 1, 2]\ntitle 2\n")
  }
}
