#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Router {
  /// Makes the view of the current registry that a URL leads to, and shows it.
  ///
  /// - Parameters:
  ///   - url: The URL. The route's `open:` fills its configuration.
  ///   - path: How and from where.
  ///   - configuring: Says how the view is prepared, and who hears of the result. It runs once for each perform.
  /// - Returns: The route, whose state says what has become of the view.
  /// - Throws: `malformedURL`, `unknownURL` with the closest pattern, `unsupportedPath`, or why it could not be made.
  @MainActor
  @discardableResult
  public static func open(
    _ url: String, _ path: RoutePath,
    configuring: @escaping @MainActor (inout PerformOptions<Any>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Any> {
    try Registry.current.open(url, path, configuring: configuring)
  }

  /// Makes the view of the current registry that a URL leads to, and shows it.
  ///
  /// - Parameters:
  ///   - url: The URL. The route's `open:` fills its configuration.
  ///   - path: How and from where.
  ///   - configuring: Says how the view is prepared, and who hears of the result. It runs once for each perform.
  /// - Returns: The route, whose state says what has become of the view.
  /// - Throws: `unknownURL` with the closest pattern, `unsupportedPath`, or why it could not be made.
  @MainActor
  @discardableResult
  public static func open(
    _ url: URL, _ path: RoutePath,
    configuring: @escaping @MainActor (inout PerformOptions<Any>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Any> {
    try open(url.absoluteString, path, configuring: configuring)
  }
}
