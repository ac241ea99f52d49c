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
public struct URLMatch: Sendable {
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

  /// The context of a request that the URL opens.
  var context: RequestContext { RequestContext(userInfo: [:], url: url, match: linked.shape) }
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
