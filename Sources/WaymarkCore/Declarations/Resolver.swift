/// The parameter through which a factory or a preparation requests its dependencies.
///
/// It resolves from the registry that creates the destination, even if a base of that registry declares the route. You
/// can store it and use it later on any thread, and on the main actor for views.
///
///     Route(Editor.self) {
///       View<any EditorInput>()
///     } make: { routes in
///       Editor(store: try routes(Service<any NoteStore>()))
///     }
public struct Resolver: Sendable {
  /// The registry that creates the destination.
  public let registry: Registry

  @usableFromInline package let context: RequestContext?

  /// The values that the caller passed as `userInfo:`, for example to ``AnyRouter/makeDestination(userInfo:)``.
  ///
  ///     Route(Editor.self) {
  ///       View<any EditorInput>()
  ///       Identifier("editor")
  ///     } make: { routes in
  ///       Editor(id: routes.userInfo["note"] as? Int ?? 0)
  ///     }
  public var userInfo: [String: any Sendable] { context?.userInfo ?? [:] }

  /// The requested identifier in the closure of a ``FallbackRoute``, or nil in any other closure.
  public var unknownIdentifier: String? { context?.unknownIdentifier }

  @inlinable
  package init(registry: Registry, context: RequestContext? = nil) {
    self.registry = registry
    self.context = context
  }
}

/// The context of a request, besides preparation and configuration.
@usableFromInline
package final class RequestContext: Sendable {
  let userInfo: [String: any Sendable]
  /// The opened URL.
  package let url: String?
  /// The match of the URL.
  package let match: (any AnyObject & Sendable)?
  /// The requested identifier that no route has.
  let unknownIdentifier: String?

  package init(
    userInfo: [String: any Sendable], url: String? = nil, match: (any AnyObject & Sendable)? = nil,
    unknownIdentifier: String? = nil
  ) {
    self.unknownIdentifier = unknownIdentifier
    self.userInfo = userInfo
    self.url = url
    self.match = match
  }

  /// Returns the context with a caller's values, or nil if there are none.
  @usableFromInline
  package static func of(_ userInfo: [String: any Sendable]) -> RequestContext? {
    userInfo.isEmpty ? nil : RequestContext(userInfo: userInfo)
  }
}

/// The start of a route's instance, for its asynchronous factory.
struct StartRequest: Sendable {
  let route: CompiledRoute
  let registry: Registry

  var resolver: Resolver { Resolver(registry: registry, context: nil) }
}
