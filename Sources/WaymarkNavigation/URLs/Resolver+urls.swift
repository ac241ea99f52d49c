public import WaymarkCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Resolver {
  /// The URL that opened the route, or nil if none did.
  public var url: URL? { context?.url.flatMap { URL(string: $0) } }

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
  /// The parameters of the URL that opened the route, or nil if none did.
  var parameters: URLParameters? {
    guard let url, let pattern = match as? ParsedPattern else { return nil }
    return URLParameters(text: url, shape: pattern)
  }
}
