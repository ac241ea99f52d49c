/// Why declarations could not be compiled into a registry: everything that the rules found.
public struct RegistryError: Error, Equatable, CustomStringConvertible, Sendable {
  /// The problems, in the order of the declarations.
  public let diagnostics: [Diagnostic]

  /// How many routes were compiled.
  public let routeCount: Int

  init(_ diagnostics: [Diagnostic], routeCount: Int) {
    self.diagnostics = diagnostics
    self.routeCount = routeCount
  }

  /// A line that counts, and the problems: errors first, then warnings and notes.
  public var description: String {
    let errors = diagnostics.filter { $0.severity == .error }
    let others = diagnostics.filter { $0.severity != .error }
    let counts = "\(count(errors.count, "problem")) in \(count(routeCount, "route"))"
    return (["error: \(counts)"] + (errors + others).map(\.description)).joined(separator: "\n")
  }

  private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
