import Foundation
import NotesInterfaces
import NotesLogic
import Waymark

/// The lock of the notes, and the screen that opens it.
public struct LockModule: RouteModule {
  private let file: URL

  /// Creates the module.
  ///
  /// - Parameter file: Where the passcode is kept.
  public init(file: URL) { self.file = file }

  /// The lock, one for the whole application, and the log-in.
  public var routes: Routes {
    Route(PasscodeLock.self) {
      Service<any NoteLock>()
      Identifier("lock")
      Singleton()
    } make: { [file] in
      PasscodeLock(file: file)
    }
    Route(LoginView.init(lock:)) {
      View<any LoginInput>()
      Identifier("login")
      Supports(.popover, .present)
    }
  }
}
