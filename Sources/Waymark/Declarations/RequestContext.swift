/// The context of a request, besides preparation and configuration.
@usableFromInline
final class RequestContext: Sendable {
  let userInfo: [String: any Sendable]
  /// The URL that was opened.
  let url: String?
  /// The match of the URL.
  let match: (any AnyObject & Sendable)?

  init(userInfo: [String: any Sendable], url: String? = nil, match: (any AnyObject & Sendable)? = nil) {
    self.userInfo = userInfo
    self.url = url
    self.match = match
  }
}
