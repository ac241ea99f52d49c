/// A route that a URL matches, with the URL's parameters.
///
///     if let match = registry.match("notes://editor/7") {
///       let id: Int = try match.parameters.value("id")
///       try match.router.perform(.push(from: window))
///     }
///
/// Performing the router opens the route without the URL; use
/// ``Registry/open(_:_:configuring:)-(String,_,_)`` to pass the parameters on.
public struct URLMatch: Sendable {
  /// The URL, unchanged.
  public let url: String
  let registry: Registry
  let index: URLTrie.Index

  /// The pattern and its route.
  ///
  /// The registry creates its URL index only once, so an index always refers to the same pattern.
  var linked: RegisteredPattern { registry.urls.patterns[Int(index)] }

  /// The pattern that matched, as written in the declaration.
  public var pattern: String { linked.shape.text }

  /// The parameters of the URL.
  public var parameters: URLParameters { URLParameters(text: url, shape: linked.shape) }

  /// A router for the route.
  public var router: AnyRouter { AnyRouter(registry: registry, route: linked.route) }

  /// The name of the destination's type.
  public var destination: String { TypeName.of(linked.route.declaration.destination) }

  /// The source location of the route's declaration.
  public var location: DeclarationLocation { linked.route.declaration.location }

  /// The context of a request that the URL opens.
  var context: RequestContext { RequestContext(userInfo: [:], url: url, match: linked.shape) }
}
