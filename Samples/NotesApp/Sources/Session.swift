import Foundation
import NotesStorage
import SwiftUI
import Waymark
import WaymarkSwiftUI

/// The state that the application's windows share: the registry, and whether it has started.
@MainActor @Observable
final class Session {
  private static let savedScreens = "screens"

  /// Whether the storage is open and the screens are restored, so that links can be opened.
  private(set) var isReady = false
  /// Why the application couldn't start.
  private(set) var failure: String?
  let registry: Registry
  private let defaults: UserDefaults
  @ObservationIgnored private var isStarting = false

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - file: The file with the notes, or nil for the one in the user's documents.
  ///   - defaults: The defaults that store the screens.
  init(file: URL? = nil, defaults: UserDefaults = .standard) {
    self.defaults = defaults
    let folders = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)
    let folder = folders.first ?? FileManager.default.temporaryDirectory
    do {
      registry = try Registry(name: "NotesApp") {
        StorageModule(file: file ?? folder.appending(path: "notes.json"))
        ScreensModule()
      }
      Registry.install(registry)
    } catch {
      registry = .current
      failure = "\(error)"
    }
  }

  /// Returns a navigator of a window, which keeps links until the application is ready.
  func makeNavigator(from window: RouteWindow) -> Navigator {
    Navigator(from: window, in: registry, opensWhen: { [weak self] in self?.isReady == true })
  }

  /// Opens the storage, then shows the screens that were shown when the application was used last.
  ///
  /// Only the first window shows them.
  func start(restoring navigator: Navigator) {
    guard !isStarting, failure == nil else { return }
    isStarting = true
    Task {
      do {
        try await registry.start()
      } catch {
        failure = "\(error)"
        return
      }
      await restoreScreens(in: navigator)
      isReady = true
    }
  }

  /// Saves the screens that a window shows.
  func saveScreens(of navigator: Navigator) {
    guard isReady, let data = try? JSONEncoder().encode(navigator.plan) else { return }
    defaults.set(data, forKey: Self.savedScreens)
  }

  /// Shows the saved screens, as far as there's still something to show, such as a note that wasn't deleted.
  private func restoreScreens(in navigator: Navigator) async {
    guard let data = defaults.data(forKey: Self.savedScreens) else { return }
    do {
      let plan = try JSONDecoder().decode(RoutePlan.self, from: data)
      try await navigator.apply(navigator.changes(to: plan), animated: false)
    } catch {
      defaults.removeObject(forKey: Self.savedScreens)
    }
  }
}
