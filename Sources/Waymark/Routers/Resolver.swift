#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a factory asks for what it needs.
///
/// It always answers for the registry that was asked for the destination, never for the one in which the
/// route was declared. It may be kept and used later; views are asked for on the main actor.
///
///     make: { routes in Editor(store: try routes(Service<any NoteStore>())) }
public struct Resolver: Sendable {
  /// The registry that was asked.
  public let registry: Registry

  @usableFromInline let input: RouteInput?

  /// What the caller passed along (``AnyRouter/makeDestination(userInfo:)``); empty where nothing was.
  public var userInfo: [String: any Sendable] { input?.userInfo ?? [:] }

  /// The URL that led here; nil where none did.
  public var url: URL? { input?.url.flatMap { URL(string: $0) } }

  /// What the URL says besides where it leads; nil where none led here.
  public var parameters: URLParameters? { input?.parameters }

  @inlinable
  init(registry: Registry, input: RouteInput? = nil) {
    self.registry = registry
    self.input = input
  }

  // MARK: - Services

  /// Makes a service, or gets the one that is kept.
  ///
  /// - Parameter token: What is asked for.
  /// - Returns: The service.
  /// - Throws: `unregistered` where nothing provides it, or why it could not be made.
  @inlinable
  public func callAsFunction<Requested>(
    _ token: RoutableService<Requested>
  ) throws(RouteError) -> Requested {
    try registry.makeDestination(to: token)
  }

  /// Makes a service, or gets the one that is kept, and prepares it.
  ///
  /// - Parameters:
  ///   - token: What is asked for.
  ///   - preparing: Prepares the service before its route does.
  /// - Returns: The service.
  /// - Throws: `unregistered` where nothing provides it, or why it could not be made.
  public func callAsFunction<Requested>(
    _ token: RoutableService<Requested>, preparing: (inout Requested) throws -> Void
  ) throws(RouteError) -> Requested {
    try registry.makeDestination(to: token, preparing: preparing)
  }

  // MARK: - Views

  /// Makes a view, or gets the one that is kept.
  ///
  /// - Parameter token: What is asked for.
  /// - Returns: The view.
  /// - Throws: `unregistered` where nothing provides it, or why it could not be made.
  @inlinable
  @MainActor
  public func callAsFunction<Requested>(_ token: RoutableView<Requested>) throws(RouteError) -> Requested {
    try registry.makeDestination(to: token)
  }

  /// Makes a view, or gets the one that is kept, and prepares it.
  ///
  /// - Parameters:
  ///   - token: What is asked for.
  ///   - preparing: Prepares the view before its route does.
  /// - Returns: The view.
  /// - Throws: `unregistered` where nothing provides it, or why it could not be made.
  @MainActor
  public func callAsFunction<Requested>(
    _ token: RoutableView<Requested>, preparing: (inout Requested) throws -> Void
  ) throws(RouteError) -> Requested {
    try registry.makeDestination(to: token, preparing: preparing)
  }

  /// A router for a configuration, to fill it and make its destination.
  ///
  /// - Parameter token: What is asked for.
  /// - Returns: The router.
  /// - Throws: `unregistered` where nothing provides it.
  public func callAsFunction<Requested>(
    _ token: RoutableViewModule<Requested>
  ) throws(RouteError) -> ModuleViewRouter<Requested> {
    try ModuleRouter(in: registry)
  }

  /// A router for a configuration, to fill it and make its destination.
  ///
  /// - Parameter token: What is asked for.
  /// - Returns: The router.
  /// - Throws: `unregistered` where nothing provides it.
  public func callAsFunction<Requested>(
    _ token: RoutableServiceModule<Requested>
  ) throws(RouteError) -> ModuleServiceRouter<Requested> {
    try ModuleRouter(in: registry)
  }

  // MARK: - Arguments

  /// The argument for a parameter of a route's initializer, by its type.
  func argument<Argument>(
    _ type: Argument.Type, for kind: DestinationKind
  ) throws(RouteError) -> Argument {
    // Called by the route's factory only, which for a view's route runs on the main actor, so that views
    // may be made here too.
    if let provider = registry.provider(of: type, for: kind) {
      return try registry.make(type, provider.token.role, nil)
    }
    if let special = ParameterDraft.special(type),
      let argument = try special.argument(from: self, for: kind) as? Argument
    {
      return argument
    }
    throw RouteError.unregistered(
      TokenDescription(type, kind == .view ? .view : .service), in: registry)
  }
}
