public import WaymarkCore

/// An attempt to show a destination, about which an interceptor decides.
///
///     Intercepts { attempt in
///       attempt.identifiers.contains("public") ? .proceed : .refuse(AccessDenied())
///     }
@MainActor
public struct RouteAttempt {
  /// The destination type of the route.
  public let destinationType: Any.Type
  /// The identifiers of the route.
  public let identifiers: [String]
  /// How, and from which source, the destination is to be shown.
  public let path: RoutePath
  /// The source location of the route's declaration.
  public let location: DeclarationLocation
  /// The context of the request, such as the URL that opened the route.
  let context: RequestContext?
  /// The configuration as its caller filled it, or nil if there's none to fill.
  public let configuration: Any?
  /// The destination types that were requested before interceptors redirected, in order.
  public let redirectedFrom: [Any.Type]

  /// The URL that opened the route, or nil if none did.
  public var url: String? { context?.url }

  /// The name of the destination's type, such as `Editor`.
  ///
  /// Computing it takes microseconds.
  public var destinationName: String { TypeName.of(destinationType) }

  /// Creates an attempt, for tests of an interceptor.
  ///
  ///     let decision = try await requireLogin(RouteAttempt(of: Editor.self, path: .push(from: window)))
  ///
  /// - Parameters:
  ///   - destinationType: The destination type of the route.
  ///   - identifiers: The identifiers of the route.
  ///   - path: How, and from which source, the destination is to be shown.
  ///   - location: The source location of the route's declaration.
  ///   - configuration: The configuration as its caller filled it.
  ///   - redirectedFrom: The destination types that were requested before interceptors redirected.
  public init(
    of destinationType: Any.Type, identifiers: [String] = [], path: RoutePath,
    location: DeclarationLocation = DeclarationLocation(), configuration: Any? = nil,
    redirectedFrom: [Any.Type] = []
  ) {
    self.init(
      of: destinationType, identifiers: identifiers, path: path, location: location, context: nil,
      configuration: configuration, redirectedFrom: redirectedFrom)
  }

  init(
    of destinationType: Any.Type, identifiers: [String], path: RoutePath, location: DeclarationLocation,
    context: RequestContext?, configuration: Any?, redirectedFrom: [Any.Type]
  ) {
    self.destinationType = destinationType
    self.identifiers = identifiers
    self.path = path
    self.location = location
    self.context = context
    self.configuration = configuration
    self.redirectedFrom = redirectedFrom
  }
}
