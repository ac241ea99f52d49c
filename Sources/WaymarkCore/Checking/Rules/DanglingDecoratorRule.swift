/// Reports decorators of tokens that nothing provides, and of the array of a collection.
enum DanglingDecoratorRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard !linked.isIsolated else { return [] }
    return linked.decorators.compactMap { decorator in
      let declaration = decorator.declaration
      let answer = linked.image.answer(declaration.token)
      if case .all(let collection) = answer {
        return Finding(decorator.ordinal, .decoratedCollection(declaration, collection.token))
      }
      // For an override of a member, that's an unknown override.
      guard !answer.isAny, linked.mode != .overriding || declaration.overridden == nil else { return nil }
      let near = Suggestions(near: declaration.token, in: linked.image)
      return Finding(decorator.ordinal, .danglingDecorator(declaration, near: near))
    }
  }
}

extension Diagnostic {
  fileprivate static func decoratedCollection(
    _ declaration: DecoratorDeclaration, _ collection: TokenDescription
  ) -> Diagnostic {
    // The array has the name of its collection.
    let array = declaration.token.unnamed
    return Diagnostic(
      .danglingDecorator, at: declaration.location,
      "\(array) is decorated, but it is the array of \(collection)", detail: declaration.text(array.argument),
      remedy: "change the contributions in their routes\nreplace them, with Replaces(\(collection.argument))")
  }

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
