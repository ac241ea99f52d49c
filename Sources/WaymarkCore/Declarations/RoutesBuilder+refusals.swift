extension RoutesBuilder {
  /// Rejects what isn't a declaration.
  @available(
    *, unavailable,
    message:
      "this is not a declaration: write a route, such as Route(Editor.init(store:)) { … }, the value of a module, such as EditorModule(), or another declaration"
  )
  @_disfavoredOverload
  public static func buildExpression<Value>(_ value: Value) -> Routes { Routes() }
}
