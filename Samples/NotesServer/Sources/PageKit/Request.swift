import ServerInterfaces
import Waymark

/// The time from a request to its response.
public struct Request: RouteScope {
  /// The scope around a request.
  public typealias Outer = Session

  /// What the client sent.
  public let message: Message
  /// The number of the user's last change.
  public let revision: Int

  /// Creates the request.
  public init(_ message: Message, revision: Int = 0) {
    self.message = message
    self.revision = revision
  }
}
