import WaymarkRuntime

@testable import WaymarkCore

/// A program that causes an error at run time, as a source of the manual's list.
struct RouteErrorExample: RouteVocabulary {
  let code: RouteError.Code
  /// A description of the error, in one or two sentences.
  let explanation: String
  private let find: (@MainActor @Sendable () async throws -> RouteError?)?

  /// Creates an example from a program that throws the error or returns it.
  ///
  /// Without a program, the manual has no text of the error. Only a presenter of Apple's toolkits throws it.
  init(
    _ code: RouteError.Code, _ explanation: String,
    _ find: (@MainActor @Sendable () async throws -> RouteError?)? = nil
  ) {
    self.code = code
    self.explanation = explanation
    self.find = find
  }

  /// Creates an example from routes and a use of their registry.
  init(
    _ code: RouteError.Code, _ explanation: String,
    @RoutesBuilder routes: @escaping @MainActor @Sendable () -> Routes,
    using use: @escaping @MainActor @Sendable (Registry) async throws -> Void
  ) {
    self.init(code, explanation) {
      try await use(try Registry(routes))
      return nil
    }
  }

  /// The error, as in files of an application, or nil if only a toolkit's presenter throws it.
  @MainActor func text() async throws -> String? {
    guard let find else { return nil }
    let found: RouteError?
    do {
      // The manual is about programs without tests.
      found = try await TestingLibrary.$isLoaded.withValue(false) { try await find() }
    } catch {
      found = RouteError.of(error)
    }
    guard let found, found.code == code else { throw WrongExample(code: code, found: found) }
    // The durations of two runs differ.
    return found.description.inApplication.replacing(#/for [0-9.]+ s:/#, with: "for 0.3 s:")
  }

  static let all: [RouteErrorExample] =
    requests + making + scopes + lifecycle + showing + navigating + urls

  struct WrongExample: Error {
    let code: RouteError.Code
    let found: RouteError?
  }
}

/// Errors that a program reports instead of throwing them.
final class ReportedErrors: Sendable {
  private let all = Lock<[RouteError]>([])
  var first: RouteError? { all.withLock(\.first) }
  func add(_ error: RouteError) { all.withLock { $0.append(error) } }
}
