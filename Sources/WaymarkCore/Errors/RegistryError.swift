/// The error that's thrown when declarations can't be compiled into a registry.
///
/// It contains everything that the rules found, not only the first problem. Printing the error prints a list
/// of the errors and warnings, each with its source location and remedy:
///
///     do {
///       Registry.install(try Registry { EditorModule() })
///     } catch {
///       print(error)  // error: 1 problem in 4 routes, followed by the problem
///     }
public struct RegistryError: Error, Equatable, CustomStringConvertible, Sendable {
  /// All diagnostics, including warnings and notes, in the order of the declarations.
  public let diagnostics: [Diagnostic]

  /// The number of routes that were compiled, including those of the base registry.
  public let routeCount: Int

  init(_ diagnostics: [Diagnostic], routeCount: Int) {
    self.diagnostics = diagnostics
    self.routeCount = routeCount
  }

  /// The numbers of problems and routes, followed by the errors, and then by the warnings.
  ///
  /// Notes are only in ``diagnostics``: they're about declarations that work.
  public var description: String {
    let errors = diagnostics.filter { $0.severity == .error }
    let warnings = diagnostics.filter { $0.severity == .warning }
    let counts = "\(count(errors.count, "problem")) in \(count(routeCount, "route"))"
    return (["error: \(counts)"] + (errors + warnings).map(\.description)).joined(separator: "\n")
  }

  private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
