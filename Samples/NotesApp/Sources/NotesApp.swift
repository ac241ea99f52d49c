import NotesInterfaces
import SwiftUI
import Waymark
import WaymarkSwiftUI

/// The application: its session, which all windows share.
@main struct NotesApp: App {
  @State private var session: Session

  init() { self.init(Session()) }

  /// Creates the application with a session that has files of its own.
  init(_ session: Session) { self.session = session }

  var body: some Scene {
    WindowGroup { NotesScene(session: session) }
  }
}

/// A window of the application: each has screens of its own.
private struct NotesScene: View {
  let session: Session
  @State private var window = RouteWindow()

  var body: some View { NotesWindow(window: window, session: session) }
}

/// The content of a window: the list, the screens above it, the links that it opens, and the screens that it saves.
private struct NotesWindow: View {
  let window: RouteWindow
  let session: Session
  @State private var navigator: Navigator
  @Environment(\.scenePhase) private var phase

  init(window: RouteWindow, session: Session) {
    self.window = window
    self.session = session
    navigator = session.makeNavigator(from: window)
  }

  var body: some View {
    RouteStack(window) {
      if session.isReady {
        RouteView(.noteOverview)
      } else {
        Text(verbatim: session.failure ?? "Opening the notes…")
      }
    }
    .opensRoutes(with: navigator)
    .onAppear { session.start(restoring: navigator) }
    .onChange(of: phase) { _, phase in
      if phase != .active { session.saveScreens(of: navigator) }
    }
    .registry(session.registry)
  }
}
