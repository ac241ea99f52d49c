/// A route that a URL leads to, with the URL's parameters.
public struct URLMatch: Sendable {
  /// The URL, as it came.
  public let url: String
  let registry: Registry
  let index: URLTrie.Index

  /// The registry makes its index of URLs once, so that the place is always that of the same pattern.
  var linked: RegisteredPattern { registry.urls.patterns[Int(index)] }

  /// The pattern that matched, as it is declared.
  public var pattern: String { linked.shape.text }

  /// What the URL says besides where it leads.
  public var parameters: URLParameters { URLParameters(text: url, shape: linked.shape) }

  /// A handle on the route.
  public var router: AnyRouter { AnyRouter(registry: registry, route: linked.route) }

  /// The name of the destination's type.
  public var destination: String { TypeName.of(linked.route.declaration.destination) }

  /// Where the route is declared.
  public var location: DeclarationLocation { linked.route.declaration.location }

  /// What a request along this URL brings with it.
  var context: RequestContext { RequestContext(userInfo: [:], url: url, match: linked.shape) }
}
