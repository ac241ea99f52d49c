#if canImport(SwiftUI)
  public import Foundation
  public import SwiftUI
  public import Waymark

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  extension View {
    /// Restores the screens of a navigator's window when the view first appears, and saves each change from then on.
    ///
    /// ```
    /// @SceneStorage("screens") private var saved: Data?
    ///
    /// RouteStack(window) { NoteList() }
    ///   .opensRoutes(with: navigator)
    ///   .restoresRoutes(with: navigator, in: $saved)
    /// ```
    ///
    /// The navigator shows the saved screens of all tabs without asking and without animations. A URL that launches the
    /// application opens after them, if the navigator waits while it's busy, as by default.
    ///
    /// - Parameters:
    ///   - navigator: The navigator, which has the screens.
    ///   - saved: The storage for the screens, as data. With nil, there's nothing to restore.
    ///   - onFailure: Receives the error if the data can't be read, or the screens can't be shown. `ReportsErrors`
    ///     receives it, too.
    public func restoresRoutes(
      with navigator: Navigator, in saved: Binding<Data?>,
      onFailure: (@MainActor (any Error) -> Void)? = nil
    ) -> some View {
      RestoringView(navigator: navigator, saved: saved, onFailure: onFailure, content: self)
    }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private struct RestoringView<Content: View>: View {
    /// Which changes are saved: those after the restoration.
    @MainActor
    final class Progress {
      var hasBegun = false
      var isRestored = false
    }

    let navigator: Navigator
    let saved: Binding<Data?>
    let onFailure: (@MainActor (any Error) -> Void)?
    let content: Content
    @State private var progress = Progress()

    var body: some View {
      content
        .onAppear { restore() }
        .onChange(of: navigator.plans) { save() }
    }

    private func restore() {
      guard !progress.hasBegun else { return }
      progress.hasBegun = true
      guard let data = saved.wrappedValue else { return progress.isRestored = true }
      Task {
        do {
          try await navigator.restore(plans(in: data), asking: false)
        } catch {
          onFailure?(error)
        }
        progress.isRestored = true
        save()
      }
    }

    private func plans(in data: Data) throws(RouteError) -> [String: RoutePlan] {
      do {
        return try JSONDecoder().decode([String: RoutePlan].self, from: data)
      } catch {
        throw navigator.registry.reporting(.unreadableScreens(error))
      }
    }

    private func save() {
      guard progress.isRestored else { return }
      do {
        saved.wrappedValue = try JSONEncoder().encode(navigator.plans)
      } catch {
        onFailure?(error)
      }
    }
  }
#endif
