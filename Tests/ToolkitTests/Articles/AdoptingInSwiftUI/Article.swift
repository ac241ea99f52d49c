// The code of the article "Presenting in SwiftUI" about an existing application, which ArticleTests compares with it.
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

struct Folder: Hashable, Identifiable {
  let id: String
  static let all = [Folder(id: "Work"), Folder(id: "Home")]
}

struct FolderList: View {
  var body: some View {
    NavigationLink("Work", value: Folder(id: "Work"))
    NavigationLink("Plan", value: "Plan")
  }
}

struct FirstScene: View {
  @State private var path = NavigationPath()

  var body: some View {
    NavigationStack(path: $path) {
      FolderList()
        .navigationDestination(for: Folder.self) { FolderScreen(folder: $0) }
        .navigationDestination(for: String.self) { title in
          RouteView(.note) { $0.title = title }
        }
    }
  }
}

struct FolderScreen: View {
  let folder: Folder
  @Environment(\.routeWindow) private var window

  var body: some View {
    Text(folder.id)
    Button("New note") { showNote(.push(from: window)) }
    Button("Quick note") { showNote(.sheet(from: window)) }
  }
}

struct FoldersScene: View {
  @State private var path = NavigationPath()
  @State private var window = RouteWindow()

  var body: some View {
    NavigationStack(path: $path) {
      FolderList()
        .navigationDestination(for: Folder.self) { FolderScreen(folder: $0) }
        .navigationDestination(for: RouteScreen.self) { PushedScreen($0) }
    }
    .pushesRoutes(of: window, onto: $path)
    .opensRoutes(in: window)
  }
}

enum Screen: Hashable {
  case folder(Folder)
  case route(RouteScreen)
}

struct ScreensScene: View {
  @State private var path: [Screen] = [.folder(Folder(id: "Home"))]
  @State private var window = RouteWindow()

  var body: some View {
    NavigationStack(path: $path) {
      NavigationLink("Work", value: Screen.folder(Folder(id: "Work")))
        .navigationDestination(for: Screen.self) { screen in
          switch screen {
          case .folder(let folder): FolderScreen(folder: folder)
          case .route(let screen): PushedScreen(screen)
          }
        }
    }
    .pushesRoutes(of: window, onto: $path, as: Screen.route)
  }
}

struct SplitScene: View {
  @State private var folder: Folder? = Folder(id: "Home")
  @State private var window = RouteWindow()

  var body: some View {
    NavigationSplitView {
      List(selection: $folder) {
        ForEach(Folder.all) { Text($0.id).tag($0) }
      }
      .onChange(of: folder) { window.path = [] }
    } detail: {
      RouteStack(window) {
        if let folder { FolderScreen(folder: folder) }
      }
    }
  }
}

struct NoteGrid: View {
  @Environment(\.routeWindow) private var window
  @Namespace private var notes

  var body: some View {
    Button("Quick note") {
      showNote(
        .sheet(from: window) {
          $0.presentationDetents([.medium, .large])
        })
    }
    Button("Plan") {
      showNote(
        .push(from: window) {
          $0.navigationTransition(.zoom(sourceID: "Plan", in: notes))
        })
    }
    .matchedTransitionSource(id: "Plan", in: notes)
  }
}

@MainActor @Observable final class DraftModel {
  var isEdited = false
  @ObservationIgnored weak var window: RouteWindow?
}

@MainActor final class DiscardQuestion {
  var onChoice: ((Bool) -> Void)?
}

extension RoutableView<DraftModel> {
  static var draft: Self { declared() }
}
extension RoutableView<DiscardQuestion> {
  static var discardQuestion: Self { declared() }
}

@MainActor func discardsChanges(
  of draft: DraftModel
) async throws -> LeaveDecision {
  guard draft.isEdited, let window = draft.window else {
    return .proceed
  }
  let discards = try await Registry.current.ask(
    .discardQuestion, path: .alert(from: window), for: Bool.self
  ) { question, answer in
    question.onChoice = { answer($0) }
  }
  return discards == true ? .proceed : .stay
}

struct DraftModule: RouteModule {
  var routes: Routes {
    Route(DraftModel.init) {
      View(.draft)
      Shown { DraftScreen(model: $0) }
      Leaves { try await discardsChanges(of: $0) }
      URLPattern("notes://draft")
    }
    Route(DiscardQuestion.init) {
      View(.discardQuestion)
      Wrapped { question in
        AlertContent("Discard the changes?") {
          Button("Discard", role: .destructive) {
            question.onChoice?(true)
          }
          Button("Keep", role: .cancel) { question.onChoice?(false) }
        }
      }
    }
  }
}

struct DraftScreen: View {
  let model: DraftModel
  @Environment(\.routeWindow) private var window
  @Environment(\.leaveRoute) private var leave

  var body: some View {
    Text("Draft").onAppear { model.window = window }
    Button("Edit") { model.isEdited = true }
    Button("Close") { leave() }
      .asksBeforeLeaving(model.isEdited)
  }
}

@MainActor @Observable final class Session {
  var user = "Ada"
}

struct Profile: View {
  @Environment(Session.self) private var session
  var body: some View { Text(session.user) }
}

extension RoutableView<Profile> {
  static var profile: Self { declared() }
}

struct ProfileModule: RouteModule {
  var routes: Routes {
    Route(Profile.init) {
      View(.profile)
      URLPattern("notes://profile")
    }
  }
}

struct SessionScene: View {
  @State private var session = Session()
  @State private var window = RouteWindow()

  var body: some View {
    RouteStack(window) { NoteGrid() }
      .opensRoutes(in: window)
      .environment(session)
  }
}

nonisolated protocol NoteStore: Sendable {
  func report() async throws -> String
}

nonisolated struct MemoryStore: NoteStore {
  func report() async throws -> String { "2 notes" }
}

extension RoutableService<any NoteStore> {
  static var noteStore: Self { declared() }
}

@MainActor final class ReportModel {
  let store: any NoteStore
  init(store: any NoteStore) { self.store = store }
}

extension RoutableView<ReportModel> {
  static var report: Self { declared() }
}

struct ReportModule: RouteModule {
  var routes: Routes {
    Route(MemoryStore.init) { Service(.noteStore) }
    Route(ReportModel.init(store:)) {
      View(.report)
      Shown { model in
        LoadingView {
          try await model.store.report()
        } content: { report in
          Text(report)
        } placeholder: {
          ProgressView()
        } failure: { error, retry in
          Text("\(error)")
          Button("Try again") { retry() }
        }
      }
      URLPattern("notes://report")
    }
  }
}

@MainActor let preview = Preview("A note in its window") {
  PreviewedNote()
}

struct PreviewedNote: View {
  @State private var window = RouteWindow()

  var body: some View {
    RouteStack(window) { RouteView(.note) { $0.title = "Plan" } }
      .registry { NoteModule() }
  }
}
