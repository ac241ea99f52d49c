public import WaymarkCore

/// The decision of an interceptor about an attempt to show a destination.
///
///     Intercepts { attempt in
///       attempt.url == nil ? .proceed : .redirectToURL("notes://login")
///     }
public enum RouteDecision: Sendable {
  /// The destination may be shown, unless a later interceptor decides otherwise.
  case proceed
  /// Another destination is shown along the same path; the attempt ends with `redirected`.
  case redirect(to: any Routable)
  /// The destination of a URL is shown along the same path; the attempt ends with `redirected`.
  case redirectToURL(String)
  /// The destination isn't shown, and the caller receives the error.
  case refuse(any Error)
}
