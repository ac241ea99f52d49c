/// One thing that's checked when a registry is compiled.
protocol CompilationRule: SendableMetatype {
  /// Checks the declarations.
  ///
  /// - Parameter program: The declarations.
  /// - Returns: The findings, each with the place of the declaration at which it's reported.
  static func check(_ program: Program) -> [Finding]
}

/// An entry of a later stage that brings rules of its own.
protocol CheckedEntry: FeatureEntry {
  /// The rules about such entries; they run where a route of the program has one.
  static var rules: [any CompilationRule.Type] { get }
}

extension [Finding] {
  /// The findings by declaration; several about one stay in their order.
  var inOrderOfDeclaration: [Finding] {
    guard zip(self, dropFirst()).contains(where: { $0.ordinal > $1.ordinal }) else { return self }
    return enumerated().sorted { ($0.element.ordinal, $0.offset) < ($1.element.ordinal, $1.offset) }
      .map(\.element)
  }
}

/// A diagnostic and the place of its declaration, by which all are sorted.
struct Finding {
  let ordinal: Int
  let diagnostic: Diagnostic

  init(_ ordinal: Int, _ diagnostic: Diagnostic) {
    self.ordinal = ordinal
    self.diagnostic = diagnostic
  }
}
