import WaymarkCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A URL that a registry matches: a `String`, or Foundation's `URL`.
///
/// Another library's type of URLs can conform to it:
///
///     struct Link: RoutableURL {
///       let host: String
///       var routedText: String { "https://\(host)" }
///     }
public protocol RoutableURL: Sendable {
  /// The URL as text, as it was received.
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
