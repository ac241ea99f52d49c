/// Reports adapters with a provided token that nothing provides.
enum DanglingAdapterRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard !linked.isIsolated else { return [] }
    return linked.adapters.filter { !linked.image.answer($0.declaration.provided).isAny }.map { adapter in
      let provided = adapter.declaration.provided
      let near = Suggestions(near: provided, in: linked.image)
      return adapter.finding(
        .danglingAdapter, "nothing provides \(provided)", detail: adapter.declaration.text,
        related: Diagnostic.suggestions(near.roles), remedy: Diagnostic.missing(provided, near))
    }
  }
}
