/// One thing that is checked when a registry is compiled.
protocol CompilationRule: SendableMetatype {
  /// Everything that this rule finds.
  ///
  /// - Parameter program: The declarations.
  /// - Returns: The findings, each with the number of the declaration at which it is reported.
  static func check(_ program: Program) -> [Finding]
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
