package import WaymarkCore

/// Returns the text of a message with the places in this file counted from the line of the call: `line + 2`.
package func relative(_ text: String, fileID: String, line: Int) -> String {
  text.replacing(#/[A-Za-z]+/[A-Za-z+.]+\.swift:([0-9]+)/#) { match in
    guard match.output.0.hasPrefix(fileID), let number = Int(match.output.1) else {
      return String(match.output.0)
    }
    return "line + \(number - line)"
  }
}

extension String {
  /// The text without its remedies.
  ///
  /// One test of each rule asserts them, so that one place changes with their words.
  package var withoutRemedies: String {
    replacing(#/\n *(To fix|or): [^\n]*/#, with: "")
  }

  /// The text with the place and the code of each problem, and without its message and its remedies.
  ///
  /// One test for each form of a message asserts the whole message.
  package var outline: String {
    withoutRemedies.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.replacing(#/: (error|warning|note): .* (\[[a-z-]+\])$/#) { ": \($0.output.1) \($0.output.2)" }
    }.joined(separator: "\n")
  }
}

/// The whole text of the error that compiling declarations throws, or the diagnostics of the registry that
/// they make.
///
/// Notes are left out: the small programs of these tests are full of routes that nothing needs.
package func problems(
  fileID: String = #fileID, line: Int = #line, @RoutesBuilder _ routes: () -> Routes
) -> String {
  problemsOfDeriving(fileID: fileID, line: line) { () throws(RegistryError) in try Registry(routes) }
}

/// The same for a registry that is derived from another one.
package func problemsOfDeriving(
  fileID: String = #fileID, line: Int = #line, _ make: () throws(RegistryError) -> Registry
) -> String {
  do throws(RegistryError) {
    let found = try make().diagnostics.filter { $0.severity != .note }
    return relative(found.map(\.description).joined(separator: "\n"), fileID: fileID, line: line)
  } catch {
    return relative(error.description, fileID: fileID, line: line)
  }
}

/// The notes of the registry that declarations make.
package func notes(
  _ code: Diagnostic.Code, fileID: String = #fileID, line: Int = #line, @RoutesBuilder _ routes: () -> Routes
) throws(RegistryError) -> String {
  let registry = try Registry(routes)
  let all = registry.diagnostics + registry.unreachableRoutes
  let found = all.filter { $0.severity == .note && $0.code == code }
  return relative(found.map(\.description).joined(separator: "\n"), fileID: fileID, line: line)
}

/// The error that something throws.
package func error(of body: () throws -> Void) -> RouteError? {
  do {
    try body()
    return nil
  } catch {
    return error as? RouteError
  }
}

/// The error that something asynchronous throws.
package func failure(of body: () async throws -> Void) async -> (any Error)? {
  do {
    try await body()
    return nil
  } catch {
    return error
  }
}
