import WaymarkCore

/// A pattern of a registry, with the route that it opens.
final class RegisteredPattern: Sendable {
  let shape: ParsedPattern
  /// The pattern of the screen that is shown below, or nil if there's none.
  let parent: ParsedPattern?
  let route: CompiledRoute

  init(_ pattern: PatternDeclaration, _ route: CompiledRoute) {
    shape = pattern.shape
    parent = pattern.parent
    self.route = route
  }
}
