/// Reports decorators of tokens that nothing provides, and of the array of a collection.
enum DanglingDecoratorRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard !linked.isIsolated else { return [] }
    return linked.decorators.compactMap { decorator in
      let declaration = decorator.declaration
      let token = declaration.token
      let answer = linked.image.answer(token)
      if case .all(let collection) = answer {
        // The array has the name of its collection.
        return decorator.finding(
          .danglingDecorator, "\(token.unnamed) is decorated, but it is the array of \(collection.token)",
          detail: declaration.text(token.unnamed.argument),
          remedy: "change the contributions in their routes\n"
            + "replace them, with Replaces(\(collection.token.argument))")
      }
      // For an override of a member, that's an unknown override.
      guard !answer.isAny, linked.mode != .overriding || declaration.overridden == nil else { return nil }
      let near = Suggestions(near: token, in: linked.image)
      // Decorators wrap services and views, not configurations and contributions.
      let other = near.roles.first { $0.token.role.isDestination }
      return decorator.finding(
        .danglingDecorator, "\(token) is decorated, and nothing provides it",
        detail: declaration.text(token.argument), related: Diagnostic.suggestions(near.roles),
        remedy: other.map { "decorate \($0.token)\nadd \(token) to a route\(near.question)" }
          ?? Diagnostic.missing(token, near, requests: false))
    }
  }
}
