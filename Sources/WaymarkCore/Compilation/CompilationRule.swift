/// A rule that's checked when a registry is compiled.
package protocol CompilationRule: SendableMetatype {
  /// Checks the declarations.
  ///
  /// - Parameter program: The declarations.
  /// - Returns: The findings, each with the position of the reported declaration.
  static func check(_ program: Program) -> [Finding]
}

/// An entry of a later stage that has rules of its own.
package protocol CheckedEntry: FeatureEntry {
  /// The rules about such entries; they run if a route of the program has one.
  static var rules: [any CompilationRule.Type] { get }
}

extension [Finding] {
  /// The findings in the order of their declarations; those of one declaration keep their order.
  var inOrderOfDeclaration: [Finding] {
    guard zip(self, dropFirst()).contains(where: { $0.ordinal > $1.ordinal }) else { return self }
    return enumerated().sorted { ($0.element.ordinal, $0.offset) < ($1.element.ordinal, $1.offset) }
      .map(\.element)
  }
}

/// A diagnostic and the position of its declaration, by which findings are sorted.
package struct Finding {
  let ordinal: Int
  let diagnostic: Diagnostic

  package init(_ ordinal: Int, _ diagnostic: Diagnostic) {
    self.ordinal = ordinal
    self.diagnostic = diagnostic
  }
}
