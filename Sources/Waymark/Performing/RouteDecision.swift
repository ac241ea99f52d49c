/// What an interceptor has decided.
public enum RouteDecision: Sendable {
  /// The destination may be shown, if the next interceptor agrees.
  case proceed
  /// Something else is shown in its place, along the same path; the attempt ends with `redirected`.
  case redirect(to: any Routable)
  /// What a URL leads to is shown in its place, along the same path; the attempt ends with `redirected`.
  case redirectToURL(String)
  /// The destination is not shown, and the caller gets the error.
  case refuse(any Error)
}
