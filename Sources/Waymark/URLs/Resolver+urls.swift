#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Resolver {
  /// The URL that led here; nil where none did.
  public var url: URL? { context?.url.flatMap { URL(string: $0) } }

  /// What the URL says besides where it leads; nil where none led here.
  public var parameters: URLParameters? { context?.parameters }
}

extension RequestContext {
  /// The parameters of the URL that led here; nil where none did.
  var parameters: URLParameters? {
    guard let url, let pattern = match as? ParsedPattern else { return nil }
    return URLParameters(text: url, shape: pattern)
  }
}
