/// The context of a request, besides preparation and configuration.
@usableFromInline
package final class RequestContext: Sendable {
  let userInfo: [String: any Sendable]
  /// The URL that was opened.
  package let url: String?
  /// The match of the URL.
  package let match: (any AnyObject & Sendable)?
  /// The identifier that was requested and that no route has.
  let unknownIdentifier: String?

  package init(
    userInfo: [String: any Sendable], url: String? = nil, match: (any AnyObject & Sendable)? = nil,
    unknownIdentifier: String? = nil
  ) {
    self.unknownIdentifier = unknownIdentifier
    self.userInfo = userInfo
    self.url = url
    self.match = match
  }

  /// Returns the context of a caller's values; nil if there are none.
  @usableFromInline
  package static func of(_ userInfo: [String: any Sendable]) -> RequestContext? {
    userInfo.isEmpty ? nil : RequestContext(userInfo: userInfo)
  }
}
