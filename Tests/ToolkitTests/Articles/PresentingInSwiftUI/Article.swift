// The code of the article "Presenting in SwiftUI", which ArticleTests compares with it.
import SwiftUI
import Waymark
import WaymarkSwiftUI

@MainActor @Observable final class NoteModel {
  var text = ""
}

struct NoteScreen: View {
  @Bindable var model: NoteModel
  var body: some View { Text(model.text) }
}

struct Help: View {
  var body: some View { Text("Help") }
}

extension RoutableView<NoteModel> {
  static var note: Self { declared() }
}
extension RoutableView<Help> { static var help: Self { declared() } }

struct NoteModule: RouteModule {
  var routes: Routes {
    Route(NoteModel.init) {
      View(.note)
      Shown { NoteScreen(model: $0) }
      URLPattern("notes://note/:id")
    }
    Route(Help.init) { View(.help) }
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
    Button("New note") { show(.note, .push(from: window)) }
    Button("Help") { show(.help, .sheet(from: window)) }
  }

  private func show<Screen>(
    _ token: RoutableView<Screen>,
    _ path: RoutePath
  ) {
    do {
      try Router.perform(to: token, path: path)
    } catch {
      print(error)
    }
  }
}

struct AnimatedButton: View {
  @Environment(\.routeWindow) private var window

  var body: some View {
    Button("Help") { withAnimation(.spring) { showHelp() } }
  }

  private func showHelp() {
    do {
      try Router.perform(to: .help, path: .push(from: window))
    } catch {
      print(error)
    }
  }
}

struct HelpButton: View {
  @Environment(\.routeWindow) private var window

  var body: some View {
    Button("Help") { showHelp() }.popoverAnchor("help")
  }

  private func showHelp() {
    do {
      try Router.perform(
        to: .help, path: .popover(from: window, at: "help"))
    } catch {
      print(error)
    }
  }
}

@MainActor final class Question {
  var isDeleted = false
}

extension RoutableView<Question> {
  static var question: Self { declared() }
}

struct QuestionModule: RouteModule {
  var routes: Routes {
    Route(Question.init) {
      View(.question)
      Wrapped { question in
        AlertContent("Delete the note?") {
          Button("Delete", role: .destructive) {
            question.isDeleted = true
          }
        }
      }
    }
  }
}

struct CloseButton: View {
  @Environment(\.leaveRoute) private var leave
  var body: some View { Button("Close") { leave() } }
}

struct Tabs: View {
  @Bindable var window: RouteWindow

  var body: some View {
    TabView(selection: $window.tab) {
      RouteStack(window, tab: "inbox") { NoteList() }.tag("inbox")
      RouteStack(window, tab: "help") { Help() }.tag("help")
    }
    .presentsRoutes(of: window)
  }
}

struct Previews: PreviewProvider {
  static var previews: some View {
    RouteView(.note).registry(profile: .preview) {
      When(.preview) {}  // because NoteModule has no When(.preview)
      NoteModule()
    }
  }
}

struct NoteSummary: View {
  @State private var model: NoteModel

  init(model: NoteModel? = nil) {
    _model = State(initialValue: model ?? Routed(.note)())
  }

  var body: some View { Text(model.text) }
}
