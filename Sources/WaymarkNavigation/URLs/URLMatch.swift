public import WaymarkCore
import WaymarkRuntime

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A route that a URL matches, with the URL's parameters.
///
///     if let match = registry.match("notes://editor/7") {
///       let id: Int = try match.parameters.value("id")
///       try match.router.perform(.push(from: window))
///     }
///
/// A `perform` method of the router doesn't pass the parameters on, but ``Registry/open(_:_:configuring:)`` does.
public struct URLMatch: Sendable, CustomStringConvertible {
  /// The URL, as it was received.
  public let url: String
  /// The normalized URL, to which the places apply.
  let text: String
  let registry: Registry
  /// The pattern and its route.
  ///
  /// The registry retains its URL index and never replaces it, and this match retains the registry.
  let registered: UnretainedReference<RegisteredPattern>
  /// The places of the URL's segments, which make it fast to read a parameter.
  let places: SegmentPlaces

  /// The pattern and its route.
  var linked: RegisteredPattern {
    // A match can be the last owner of its registry, and the optimizer may end its use at the last read property.
    withExtendedLifetime(registry) { registered.object }
  }

  /// The pattern that matched, as written in the declaration.
  public var pattern: String { linked.shape.text }

  /// The parameters of the URL.
  public var parameters: URLParameters {
    URLParameters(text: text, shape: linked.shape, places: places)
  }

  /// A router for the route.
  public var router: AnyRouter { AnyRouter(registry: registry, route: linked.route) }

  /// The name of the destination's type.
  public var destination: String { TypeName.of(linked.route.declaration.destination) }

  /// The source location of the route's declaration.
  public var location: DeclarationLocation { linked.route.declaration.location }

  /// The destination and the URL: `EditorView notes://note/7`.
  public var description: String { "\(destination) \(url)" }

  /// The context of a request that the URL opens.
  var context: RequestContext { RequestContext(userInfo: [:], url: url, match: linked.shape) }

  /// The request for the destination.
  var request: RouteRequest { RouteRequest(router: router, input: context) }
}

/// A URL that a registry matches: a `String`, or Foundation's `URL`.
///
/// Another library's URL type can conform to it:
///
///     struct Link: RoutableURL {
///       let host: String
///       var routedText: String { "https://\(host)" }
///     }
public protocol RoutableURL: Sendable {
  /// The URL as the program received it.
  var routedText: String { get }
}

extension String: RoutableURL {
  /// The string itself.
  @_documentation(visibility: internal)
  @inlinable
  public var routedText: String { self }
}

extension URL: RoutableURL {
  /// The URL as text.
  @_documentation(visibility: internal)
  public var routedText: String { absoluteString }
}

extension Resolver: URLReader {
  /// The URL that opened the route, as it was received, or nil if none did.
  public var url: String? { context?.url }

  /// The parameters of the URL that opened the route, or nil if none did.
  ///
  ///     Route(Editor.self) {
  ///       View<any EditorInput>()
  ///       URLPattern("notes://editor/:id")
  ///     } make: { resolver in
  ///       Editor(id: try resolver.parameters?.value("id") ?? 0)
  ///     }
  public var parameters: URLParameters? { context?.parameters }
}

extension RequestContext {
  var parameters: URLParameters? {
    guard let url, let pattern = match as? ParsedPattern else { return nil }
    return URLParameters(text: url.normalizedURL, shape: pattern)
  }
}

extension RouteAttempt {
  /// The parameters of the URL that opened the route, or nil if none did.
  public var parameters: URLParameters? { context?.parameters }

  /// Creates an attempt to open a URL, for tests of an interceptor.
  ///
  ///     let match = try #require(registry.match("notes://editor/7"))
  ///     let decision = try await requireLogin(RouteAttempt(along: match, path: .push(from: window)))
  ///
  /// - Parameters:
  ///   - match: The route that the URL matches, with its parameters.
  ///   - path: The requested kind of presentation and its source.
  ///   - configuration: The configuration as the URL filled it.
  ///   - redirectedFrom: The destination types of earlier requests, before interceptors redirected.
  public init(
    along match: URLMatch, path: RoutePath, configuration: Any? = nil, redirectedFrom: [Any.Type] = []
  ) {
    self.init(
      of: match.request, path: path, configuration: configuration, redirectedFrom: redirectedFrom)
  }
}

/// Code that reads the URL of its route as a `URL`, such as `resolver.url?.absoluteString`.
///
/// It's a protocol because a type can't have two properties with one name.
@_documentation(visibility: internal)
public protocol URLReader {}

extension URLReader where Self == Resolver {
  /// The same URL as a `URL`, or nil if Foundation doesn't accept it.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public var url: URL? { self.context?.url.flatMap { URL(string: $0) } }
}
