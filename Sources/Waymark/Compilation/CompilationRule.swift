/// One thing that is checked when a registry is compiled.
protocol CompilationRule: SendableMetatype {
  /// Everything that this rule finds.
  ///
  /// - Parameter program: The declarations.
  /// - Returns: The findings, each with the number of the declaration at which it is reported.
  static func check(_ program: Program) -> [Finding]
}

extension [Finding] {
  /// The findings by declaration; several about one stay in their order.
  var inOrderOfDeclaration: [Finding] {
    guard count > 1 else { return self }
    return enumerated().sorted { ($0.element.ordinal, $0.offset) < ($1.element.ordinal, $1.offset) }
      .map(\.element)
  }
}

/// A diagnostic and the declaration to which it belongs, by which all are sorted.
struct Finding {
  let ordinal: Int
  let diagnostic: Diagnostic

  init(_ ordinal: Int, _ diagnostic: Diagnostic) {
    self.ordinal = ordinal
    self.diagnostic = diagnostic
  }
}
