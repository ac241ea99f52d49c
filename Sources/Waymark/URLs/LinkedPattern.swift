/// A pattern of a registry, and the route that it leads to.
final class LinkedPattern: Sendable {
  let shape: URLShape
  /// The pattern of the screen below.
  let parent: URLShape?
  let route: RouteRecord

  init(_ draft: PatternDraft, _ route: RouteRecord) {
    shape = draft.shape
    parent = draft.parent
    self.route = route
  }
}
