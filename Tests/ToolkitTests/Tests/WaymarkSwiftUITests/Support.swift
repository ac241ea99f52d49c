import PresenterWalk
import SwiftUI
import Testing
import Waymark
import WaymarkSwiftUI

@MainActor @Observable
final class NoteModel {
  var text = "a note"
}

struct NoteScreen: View {
  let model: NoteModel
  @Environment(\.routeWindow) private var window
  @Environment(\.leaveRoute) private var leave
  @Environment(\.routeRegistry) private var registry

  var body: some View {
    VStack {
      Text(model.text)
      Button("Help") { _ = try? registry.perform(to: .help, path: .sheet(from: window)) }
      Button("Leave") { leave() }
    }
  }
}

struct Help: View {
  @Environment(\.routeWindow) private var window
  @Environment(\.routeRegistry) private var registry

  var body: some View {
    Text("help")
    Button("More") { _ = try? registry.perform(to: .more, path: .push(from: window)) }
  }
}

struct More: View { var body: some View { Text("more") } }

/// A destination that nothing draws.
@MainActor final class Undrawn: ViewDestination {}

@MainActor
final class Question {
  var isDeleted = false
  var onKeep: @MainActor () -> Void = {}
}

extension RoutableView<NoteModel> { static var note: Self { declared() } }
extension RoutableView<Guarded> { static var guarded: Self { declared() } }
extension RoutableView<Help> { static var help: Self { declared() } }
extension RoutableView<More> { static var more: Self { declared() } }
extension RoutableView<Undrawn> { static var undrawn: Self { declared() } }
extension RoutableView<Question> { static var question: Self { declared() } }

/// A model whose route asks before it's removed, and which counts the questions.
@MainActor
final class Guarded: WalkScreen {
  var mayLeave = false
  var questions = 0
}

struct NoteModule: RouteModule {
  var routes: Routes {
    Route(NoteModel.init) {
      View(.note)
      Shown { NoteScreen(model: $0) }
      URLPattern("notes://note/:id")
    }
    Route(Guarded.init) {
      View(.guarded)
      Shown { _ in Text("guarded") }
      Leaves { $0.answer() }
    }
    Route(Help.init) {
      View(.help)
      URLPattern("notes://help")
    }
    Route(More.init) {
      View(.more)
      Wrapped { _ in VStack { Text("wrapped") } }
      URLPattern("notes://more")
      URLPattern("notes://note/:id/more", through: "notes://note/:id")
    }
    Route(Undrawn.self) { View(.undrawn) }
    Route(Question.init) {
      View(.question)
      Wrapped { question in
        AlertContent("Delete?") {
          Button("Delete", role: .destructive) { question.isDeleted = true }
          Button("Keep") { question.onKeep() }
        } message: {
          Text("It can't be undone.")
        }
      }
    }
  }
}

/// What is drawn besides a window, which a test changes.
@MainActor @Observable
final class Switch { var isOn = true }

/// A view whose content is evaluated again when something that it has read changes.
struct Dynamic<Content: View>: View {
  @ViewBuilder let content: () -> Content
  var body: some View { content() }
}

/// A window, a registry with the routes of the tests, and a device that has drawn the window.
typealias DrawnWindow = (window: RouteWindow, registry: Registry, device: ModelDevice)

/// Draws a window with an empty stack, which opens received URLs.
@MainActor func drawnWindow(@RoutesBuilder adding routes: () -> Routes = { RoutesBuilder.buildBlock() })
  throws -> DrawnWindow
{
  let window = RouteWindow()
  let registry = try Registry {
    NoteModule()
    routes()
  }
  let device = draw { RouteStack(window) { Text("root") }.opensRoutes(in: window).registry(registry) }
  return (window, registry, device)
}

extension Registry {
  /// Shows a destination, and waits until it's shown.
  @MainActor @discardableResult
  func show<D>(_ token: RoutableView<D>, _ path: RoutePath) async throws -> (route: ActiveRoute<D>, view: D) {
    let shown = try perform(to: token, path: path)
    return (shown, try await shown.completed())
  }
}

/// Removes what a route shows, and waits until it's removed.
@MainActor func remove<D>(_ route: ActiveRoute<D>) async throws {
  try route.remove()
  try await route.removed()
}

/// Returns a device that has drawn a view.
@MainActor func draw<Content: View>(@ViewBuilder _ content: () -> Content) -> ModelDevice {
  let device = ModelDevice(showing: content)
  device.update()
  return device
}
