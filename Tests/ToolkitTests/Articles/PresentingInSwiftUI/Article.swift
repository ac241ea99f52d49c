// The code of the article "Presenting in SwiftUI" about a new application, which ArticleTests compares with it.
import SwiftUI
import Waymark
import WaymarkSwiftUI

@MainActor @Observable final class NoteModel {
  var title = "New note"
  var isEdited = false
}

extension RoutableView<NoteModel> {
  static var note: Self { declared() }
}

struct NoteModule: RouteModule {
  var routes: Routes {
    Route(NoteModel.init) {
      View(.note)
      Shown { NoteScreen(model: $0) }
      Leaves { $0.isEdited ? .stay : .proceed }
      URLPattern("notes://note")
    }
  }
}

struct NoteScreen: View {
  @Bindable var model: NoteModel
  @Environment(\.leaveRoute) private var leave

  var body: some View {
    Text(model.title)
    Button("Edit") { model.isEdited = true }
    Button("Close") { leave() }
      .asksBeforeLeaving(model.isEdited)
  }
}

@MainActor func showNote(_ path: RoutePath) {
  do {
    try Registry.current.perform(to: .note, path: path)
  } catch {
    print(error)
  }
}

struct NotesApp: App {
  init() {
    do {
      Registry.install(try Registry { NoteModule() })
    } catch {
      fatalError("\(error)")
    }
  }

  var body: some Scene {
    WindowGroup { NotesScene() }
  }
}

struct NotesScene: View {
  @State private var window = RouteWindow()

  var body: some View {
    RouteStack(window) { NoteList() }.opensRoutes(in: window)
  }
}

struct NoteList: View {
  @Environment(\.routeWindow) private var window

  var body: some View {
    Button("New note") { showNote(.push(from: window)) }
    Button("Quick note") { showNote(.sheet(from: window)) }
      .popoverAnchor("quick")
    Button("Hint") { showNote(.popover(from: window, at: "quick")) }
  }
}

struct Tabs: View {
  @Bindable var window: RouteWindow

  var body: some View {
    TabView(selection: $window.tab) {
      RouteStack(window, tab: "inbox") { NoteList() }.tag("inbox")
      RouteStack(window, tab: "help") { Text("Help") }.tag("help")
    }
    .presentsRoutes(of: window)
  }
}
