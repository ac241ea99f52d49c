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
  /// The URL that led here; nil where none did.
  public let url: String?
  /// The parameters of the URL; nil where none led here.
  public let parameters: URLParameters?
  /// The configuration as its caller has filled it; nil where the caller fills none.
  public let configuration: Any?
  /// The types of the destinations that were asked for before interceptors redirected, the first one first.
  public let redirectedFrom: [Any.Type]

  /// The name of the destination's type, such as `Editor`.
  ///
  /// Making it costs microseconds.
  public var destinationName: String { TypeName.of(destinationType) }

  /// Creates an attempt, for tests of an interceptor.
  ///
  ///     #expect(try await decide(RouteAttempt(of: Editor.self, path: .push(from: window))) == .proceed)
  ///
  /// - Parameters:
  ///   - destinationType: The destination type of the route.
  ///   - identifiers: The identifiers of the route.
  ///   - path: How and from where the destination is to be shown.
  ///   - location: Where the route is declared.
  ///   - url: The URL that led here.
  ///   - parameters: The parameters of the URL.
  ///   - configuration: The configuration as its caller has filled it.
  ///   - redirectedFrom: The types of the destinations that were asked for before.
  public init(
    of destinationType: Any.Type, identifiers: [String] = [], path: RoutePath,
    location: DeclarationLocation = DeclarationLocation(), url: String? = nil, parameters: URLParameters? = nil,
    configuration: Any? = nil, redirectedFrom: [Any.Type] = []
  ) {
    self.destinationType = destinationType
    self.identifiers = identifiers
    self.path = path
    self.location = location
    self.url = url
    self.parameters = parameters
    self.configuration = configuration
    self.redirectedFrom = redirectedFrom
  }
}
