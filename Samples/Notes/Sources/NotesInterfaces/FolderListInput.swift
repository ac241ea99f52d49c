import ScreenKit
import Waymark

/// The screen that lists the folders.
@MainActor
public protocol FolderListInput: Screen {
  /// Reads the folders again.
  func reload() throws
}

extension RoutableView where Protocol == any FolderListInput {
  /// Asks for the list of folders.
  public init() { self.init(declaredProtocol: Protocol.self) }
}
