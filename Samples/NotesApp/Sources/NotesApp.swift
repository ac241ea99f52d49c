import NotesInterfaces
import SwiftUI
import Waymark
import WaymarkSwiftUI

/// The application: what its window shows.
@main struct NotesApp: App {
  @State private var window = RouteWindow()
  @State private var session: Session

  init() { self.init(Session()) }

  /// Creates the application with a session that has files of its own.
  init(_ session: Session) { self.session = session }

  var body: some Scene {
    WindowGroup { NotesWindow(window: window, session: session) }
  }
}

/// The window: the list, the screens above it, the links that it opens, and the screens that it saves.
private struct NotesWindow: View {
  let window: RouteWindow
  let session: Session
  @Environment(\.scenePhase) private var phase

  var body: some View {
    RouteStack(window) {
      if session.isReady {
        RouteView(\.noteOverview)
      } else {
        Text(verbatim: session.failure ?? "Opening the notes…")
      }
    }
    .opensRoutes(with: session.navigator(from: window))
    .onAppear { session.start(in: window) }
    .onChange(of: phase) { _, phase in
      if phase != .active { session.saveScreens() }
    }
    .registry(session.registry)
  }
}
