/// How a route makes and prepares its destination.
///
/// The closures of a view's recipe are bound to the main actor although their types do not say so any
/// more: they are called by providers of views, which only functions bound to the main actor reach.
struct Recipe<Destination>: Sendable {
  typealias Make = @Sendable (Registry, RouteInput?) throws -> Destination
  typealias MakeConfigured = @Sendable (Any, Resolver) throws -> Destination
  typealias Prepare = @Sendable (inout Destination, Any?, Resolver) throws -> Void

  private enum Factory {
    case plain(Make)
    case configured(MakeConfigured)
  }

  let configuration: ConfigurationRecipe?
  private let factory: Factory
  private let preparation: Prepare?

  /// Makes the place for an instance that is kept; nil where each request makes a new one.
  var sharedInstance: (@Sendable () -> AnyObject)?

  /// A recipe whose factory needs nothing.
  init(
    make: @escaping @Sendable () throws -> Destination,
    prepare: (@Sendable (inout Destination, Resolver) throws -> Void)?
  ) {
    self.init(plain: { _, _ in try make() }, prepare: prepare)
  }

  /// A recipe whose factory may ask the registry for anything.
  init(
    make: @escaping @Sendable (Resolver) throws -> Destination,
    prepare: (@Sendable (inout Destination, Resolver) throws -> Void)?
  ) {
    self.init(plain: { try make(Resolver(registry: $0, input: $1)) }, prepare: prepare)
  }

  private init(plain make: @escaping Make, prepare: (@Sendable (inout Destination, Resolver) throws -> Void)?)
  {
    configuration = nil
    factory = .plain(make)
    if let prepare {
      preparation = { destination, _, resolver in try prepare(&destination, resolver) }
    } else {
      preparation = nil
    }
  }

  /// A recipe with a configuration.
  init<Configuration>(
    configuration: ConfigurationRecipe,
    make: @escaping @Sendable (Configuration, Resolver) throws -> Destination,
    prepare: (@Sendable (inout Destination, Configuration, Resolver) throws -> Void)?
  ) {
    self.configuration = configuration
    factory = .configured { configuration, resolver in
      try make(ConfigurationRecipe.typed(configuration), resolver)
    }
    if let prepare {
      preparation = { destination, configuration, resolver in
        try prepare(&destination, ConfigurationRecipe.typed(configuration as Any), resolver)
      }
    } else {
      preparation = nil
    }
  }

  /// Whether the route prepares its destinations.
  var isPrepared: Bool { preparation != nil }

  /// Makes a destination.
  ///
  /// - Parameter configuration: The filled configuration, where the route has one.
  func make(_ configuration: Any?, _ resolver: Resolver) throws -> Destination {
    switch factory {
    case .plain(let make): try make(resolver.registry, resolver.input)
    case .configured(let make): try make(configuration as Any, resolver)
    }
  }

  /// The way to something that is only made and converted.
  ///
  /// - Returns: Nil where the route has a configuration or prepares.
  func direct<Requested>(
    _ conversion: Conversion<Destination, Requested>
  ) -> DirectWay<Requested>? {
    guard case .plain(let make) = factory, !isPrepared else { return nil }
    return DirectWay(make: conversion.joined(make))
  }

  /// Prepares a destination after its caller did.
  func prepare(_ destination: inout Destination, _ configuration: Any?, _ resolver: Resolver) throws {
    try preparation?(&destination, configuration, resolver)
  }
}
