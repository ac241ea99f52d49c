/// What comes along with a request, besides preparation and configuration.
@usableFromInline
final class RouteInput: Sendable {
  let userInfo: [String: any Sendable]
  /// The URL that led here.
  let url: String?
  /// The pattern that it matched.
  let shape: URLShape?

  init(userInfo: [String: any Sendable], url: String? = nil, shape: URLShape? = nil) {
    self.userInfo = userInfo
    self.url = url
    self.shape = shape
  }

  /// What the URL says besides where it leads; nil where no URL led here.
  var parameters: URLParameters? {
    guard let url, let shape else { return nil }
    return URLParameters(text: url, shape: shape)
  }
}
