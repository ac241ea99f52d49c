/// A pattern of a registry, and the route that it leads to.
final class RegisteredPattern: Sendable {
  let shape: ParsedPattern
  /// The pattern of the screen below.
  let parent: ParsedPattern?
  let route: CompiledRoute

  init(_ pattern: PatternDeclaration, _ route: CompiledRoute) {
    shape = pattern.shape
    parent = pattern.parent
    self.route = route
  }
}
