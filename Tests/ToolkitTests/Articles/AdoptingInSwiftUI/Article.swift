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

@MainActor final class DiscardQuestion {
  var onChoice: ((Bool) -> Void)?
}

extension RoutableView<DiscardQuestion> {
  static var discardQuestion: Self { declared() }
}

struct QuestionModule: RouteModule {
  var routes: Routes {
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

nonisolated struct NoteStore {
  func report() async throws -> String { "2 notes" }
}

@MainActor final class ReportModel {
  let store = NoteStore()
}

extension RoutableView<ReportModel> {
  static var report: Self { declared() }
}

struct ReportModule: RouteModule {
  var routes: Routes {
    Route(ReportModel.init) {
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
