/// A screen that a URL leads to again.
@MainActor
public protocol LinkedScreen: InteractiveScreen {
  /// What leads here again; nil where nothing does, as to a note that was never saved.
  var link: ScreenLink? { get }
}

/// A route, and the parameters of its URL.
public struct ScreenLink: Equatable, Sendable {
  /// The identifier of the route.
  public let identifier: String
  /// The parameters of the URL.
  public let parameters: [String: String]

  /// Creates a link.
  public init(_ identifier: String, _ parameters: [String: String] = [:]) {
    self.identifier = identifier
    self.parameters = parameters
  }
}
