// Plays SwiftUI, ServiceLifecycle and a web framework: top-level types with the names of Waymark's words.

/// A protocol with the name of SwiftUI's.
public protocol View {}

/// A protocol with the name of ServiceLifecycle's.
public protocol Service {}

/// A type with a name that web frameworks use.
public struct Route {
  /// Creates a route.
  public init() {}
}

/// A type with a name that SwiftUI uses for something else.
public struct Identifier {
  /// Creates an identifier.
  public init() {}
}
