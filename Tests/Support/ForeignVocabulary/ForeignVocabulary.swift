// Plays SwiftUI, ServiceLifecycle and a web framework: top-level types with the names of Waymark's words.

/// What SwiftUI has.
public protocol View {}

/// What ServiceLifecycle has.
public protocol Service {}

/// What web frameworks have.
public struct Route {
  /// Creates a route.
  public init() {}
}

/// What SwiftUI has, with another meaning.
public struct Identifier {
  /// Creates an identifier.
  public init() {}
}
