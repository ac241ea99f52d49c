/// The attempt to show a destination that an interceptor decides about.
@MainActor
public struct RouteAttempt {
  /// The destination type of the route.
  public let destinationType: Any.Type
  /// The identifiers of the route.
  public let identifiers: [String]
  /// How and from where the destination is to be shown.
  public let path: RoutePath
  /// Where the route is declared.
  public let location: DeclarationLocation
  /// What came along with the request.
  let context: RequestContext?
  /// The configuration as its caller has filled it; nil where the caller fills none.
  public let configuration: Any?
  /// The types of the destinations that were asked for before interceptors redirected, the first one first.
  public let redirectedFrom: [Any.Type]

  /// The URL that led here; nil where none did.
  public var url: String? { context?.url }

  /// The name of the destination's type, such as `Editor`.
  ///
  /// Making it costs microseconds.
  public var destinationName: String { TypeName.of(destinationType) }

  /// Creates an attempt, for tests of an interceptor.
  ///
  ///     let decision = try await requireLogin(RouteAttempt(of: Editor.self, path: .push(from: window)))
  ///
  /// - Parameters:
  ///   - destinationType: The destination type of the route.
  ///   - identifiers: The identifiers of the route.
  ///   - path: How and from where the destination is to be shown.
  ///   - location: Where the route is declared.
  ///   - configuration: The configuration as its caller has filled it.
  ///   - redirectedFrom: The types of the destinations that were asked for before.
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
