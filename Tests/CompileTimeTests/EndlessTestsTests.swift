import Foundation
import Testing

/// `.ci/test` runs the tests of `.ci/run`.
@Suite("Tests that never end")
struct EndlessTestsTests {
  @Test func `the script prints the names of tests that never end`() async throws {
    let program = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: program) }
    let fixture = Compiler.fixtures.appending(path: "EndlessTests.swift")
    let compiled = try await Tool.run(
      "swiftc",
      [
        "-parse-as-library", "-swift-version", "6", "-module-name", "Fixture", "-o", program.path,
        fixture.path,
      ])
    try #require(compiled.code == 0, "\(compiled.errorText)")
    let script = Compiler.fixtures.appending(path: "../../../.ci/test").standardizedFileURL.path
    let result = try await Tool.run(script, ["--limit", "3", program.path])
    #expect(result.code == 1)
    #expect(
      result.errorText.contains(
        """
        No test has begun or ended for 3 seconds. These are running:
            Fixture.loop()/EndlessTests.swift:12:2
            Fixture.testThatWaitsForever()/EndlessTests.swift:16:2
        """), "\(result.errorText)")
    let ended = try await Tool.run(script, [program.path, "--filter", "testThatEnds|testWithArguments"])
    #expect(ended.code == 0, "\(ended)")
  }
}
