/// Why declarations could not be compiled into a registry: everything that the rules found.
public struct RegistryError: Error, Equatable, CustomStringConvertible, Sendable {
  /// The problems, warnings and notes included, in the order of the declarations.
  public let diagnostics: [Diagnostic]

  /// How many routes were compiled.
  public let routeCount: Int

  init(_ diagnostics: [Diagnostic], routeCount: Int) {
    self.diagnostics = diagnostics
    self.routeCount = routeCount
  }

  /// A line that counts, and the problems: errors first, then warnings.
  ///
  /// Notes are left to ``diagnostics``: what is worth knowing of a program that works is noise here.
  public var description: String {
    let errors = diagnostics.filter { $0.severity == .error }
    let warnings = diagnostics.filter { $0.severity == .warning }
    let counts = "\(count(errors.count, "problem")) in \(count(routeCount, "route"))"
    return (["error: \(counts)"] + (errors + warnings).map(\.description)).joined(separator: "\n")
  }

  private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
