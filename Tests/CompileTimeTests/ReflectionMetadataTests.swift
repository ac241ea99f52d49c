import Foundation
import Testing

@Suite("Programs built without reflection metadata")
struct ReflectionMetadataTests {
  /// The objects of a build for the thread sanitizer cannot be linked into a plain program.
  private static let isSanitized = dlsym(nil, "__tsan_init") != nil

  @Test(.disabled(if: isSanitized), arguments: [true, false])
  func graphReportsMissingReflectionMetadata(isDisabled: Bool) throws {
    let flags =
      isDisabled ? ["-Xfrontend", "-disable-reflection-metadata"] : []
    let output = try Compiler.output(of: "HiddenProperties.swift", flags)
    // With the records, the property is seen, and nothing provides what it needs.
    let needed =
      "the @Routed property store of Route(Worker) needs Service<any Store>, and nothing provides it\n"
    #expect(output == (isDisabled ? "Worker [] false\nPlain [] false\n" : needed))
  }
}
