/// The error that compiling invalid declarations into a registry throws.
///
/// It contains all findings of the rules. Printing it lists the errors and warnings with their source locations and
/// remedies:
///
///     do {
///       Registry.install(try Registry { EditorModule() })
///     } catch {
///       print(error)  // error: 1 problem in 4 routes, followed by the problem
///     }
public struct RegistryError: Error, Equatable, CustomStringConvertible, Sendable {
  /// All diagnostics, including warnings and notes, in the order of the declarations.
  public let diagnostics: [Diagnostic]

  /// The number of compiled routes, including routes of the base registry.
  public let routeCount: Int

  init(_ diagnostics: [Diagnostic], routeCount: Int) {
    self.diagnostics = diagnostics
    self.routeCount = routeCount
  }

  /// The numbers of problems and routes, then the errors, then the warnings, without notes.
  public var description: String {
    let errors = diagnostics.filter { $0.severity == .error }
    let warnings = diagnostics.filter { $0.severity == .warning }
    let counts = "\(count(errors.count, "problem")) in \(count(routeCount, "route"))"
    return (["error: \(counts)"] + (errors + warnings).map(\.description)).joined(separator: "\n")
  }

  private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
