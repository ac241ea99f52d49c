/// What comes along with a request, besides preparation and configuration.
@usableFromInline
final class RouteInput: Sendable {
  let userInfo: [String: any Sendable]

  init(userInfo: [String: any Sendable]) { self.userInfo = userInfo }
}
