import Foundation
import NotesInterfaces
import NotesStorage
import SwiftUI
import Waymark
import WaymarkSwiftUI

/// The application: its registry, its window, and what is shown in the window.
@main struct NotesApp: App {
  @State private var window = RouteWindow()
  @State private var session = Session()

  var body: some Scene {
    WindowGroup {
      RouteStack(window) {
        if session.isReady {
          RouteView(\.noteOverview)
        } else {
          Text(verbatim: session.failure ?? "Opening the notes…")
        }
      }
      .opensRoutes(with: session.navigator(from: window))
      .onAppear { session.start(in: window) }
      .onDisappear { session.saveScreens() }
      .registry(session.registry)
    }
  }
}

/// What the application keeps while it runs.
@MainActor @Observable
final class Session {
  private static let savedScreens = "screens"

  /// Whether the storage is open, so that screens can be made.
  private(set) var isReady = false
  /// Why the application couldn't start.
  private(set) var failure: String?
  let registry: Registry
  @ObservationIgnored private var created: Navigator?

  init() {
    let folders = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)
    let file = (folders.first ?? FileManager.default.temporaryDirectory).appending(path: "notes.json")
    do {
      registry = try Registry(name: "NotesApp") {
        StorageModule(file: file)
        ScreensModule()
      }
      Registry.install(registry)
    } catch {
      registry = .current
      failure = "\(error)"
    }
  }

  /// Returns the navigator, which keeps links until the storage is open.
  func navigator(from window: RouteWindow) -> Navigator {
    if let created { return created }
    let navigator = Navigator(from: window, in: registry, opensWhen: { [weak self] in self?.isReady == true })
    created = navigator
    return navigator
  }

  /// Opens the storage, then shows the screens that were shown when the application ended.
  func start(in window: RouteWindow) {
    guard !isReady, failure == nil else { return }
    Task {
      do {
        try await registry.start()
        isReady = true
        try await restoreScreens(in: navigator(from: window))
      } catch {
        failure = "\(error)"
      }
    }
  }

  /// Saves what is shown.
  func saveScreens() {
    guard let plan = created?.plan, let data = try? JSONEncoder().encode(plan) else { return }
    UserDefaults.standard.set(data, forKey: Self.savedScreens)
  }

  private func restoreScreens(in navigator: Navigator) async throws {
    guard let data = UserDefaults.standard.data(forKey: Self.savedScreens) else { return }
    let plan = try JSONDecoder().decode(RoutePlan.self, from: data)
    try await navigator.apply(navigator.changes(to: plan), animated: false)
  }
}
