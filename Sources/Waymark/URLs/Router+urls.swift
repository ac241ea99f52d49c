#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Router {
  /// Creates the view of a URL from the current registry and shows it.
  ///
  ///     try Router.open("notes://editor/7", .push(from: window))
  ///
  /// The route's `open:` closure fills its configuration.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - path: How, and from which source, to show the view.
  ///   - configuring: A closure that sets the options: the preparation and the callbacks. It runs each time
  ///     the route is performed.
  /// - Returns: The active route, whose state reports the progress.
  /// - Throws: `malformedURL`, `unknownURL` with the closest pattern, `unsupportedPath`, or the error that
  ///   prevented the creation of the view.
  @MainActor
  @discardableResult
  public static func open(
    _ url: String, _ path: RoutePath,
    configuring: @escaping @MainActor (inout PerformOptions<Any>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Any> {
    try Registry.current.open(url, path, configuring: configuring)
  }

  /// Creates the view of a URL from the current registry and shows it.
  ///
  /// The route's `open:` closure fills its configuration.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - path: How, and from which source, to show the view.
  ///   - configuring: A closure that sets the options: the preparation and the callbacks. It runs each time
  ///     the route is performed.
  /// - Returns: The active route, whose state reports the progress.
  /// - Throws: `unknownURL` with the closest pattern, `unsupportedPath`, or the error that prevented the
  ///   creation of the view.
  @MainActor
  @discardableResult
  public static func open(
    _ url: URL, _ path: RoutePath,
    configuring: @escaping @MainActor (inout PerformOptions<Any>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Any> {
    try open(url.absoluteString, path, configuring: configuring)
  }
}
