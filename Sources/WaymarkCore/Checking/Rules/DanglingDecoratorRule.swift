/// Reports decorators of tokens that nothing provides.
enum DanglingDecoratorRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard !linked.isIsolated else { return [] }
    // For an override of a member, that's an unknown override.
    let decorators = linked.decorators.filter {
      linked.mode != .overriding || $0.declaration.overridden == nil
    }
    return decorators.filter { !linked.image.answer($0.declaration.token).isAny }.map { decorator in
      Finding(
        decorator.ordinal,
        .danglingDecorator(
          decorator.declaration, near: Suggestions(near: decorator.declaration.token, in: linked.image))
      )
    }
  }
}

extension Diagnostic {
  fileprivate static func danglingDecorator(_ declaration: DecoratorDeclaration, near: Suggestions)
    -> Diagnostic
  {
    let token = declaration.token
    // Decorators wrap services and views, not configurations and contributions.
    let other = near.roles.first { $0.token.role.isDestination }
    let remedy =
      other.map { "decorate \($0.token)\nadd \(token) to a route\(near.question)" }
      ?? missing(token, near, requests: false)
    return Diagnostic(
      .danglingDecorator, at: declaration.location, "\(token) is decorated, and nothing provides it",
      detail: declaration.text(token.argument), related: suggestions(near.roles),
      remedy: remedy)
  }
}
