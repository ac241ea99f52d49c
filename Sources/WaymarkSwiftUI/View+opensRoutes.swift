#if canImport(SwiftUI)
  import Foundation
  public import SwiftUI
  public import Waymark

  extension RouteWindow {
    /// The types of user activities that `opensRoutes` opens by default: the web pages of universal links.
    public nonisolated static var webActivities: [String] { [NSUserActivityTypeBrowsingWeb] }
  }

  extension View {
    /// Opens the URLs and user activities that the window's scene receives.
    ///
    /// ```
    /// RouteStack(window) { NoteList() }.opensRoutes(in: window)
    /// ```
    ///
    /// A `Navigator` of the view shows the screens of each URL or web page, in the registry of the environment.
    ///
    /// - Parameters:
    ///   - window: The window for the screens.
    ///   - activities: The types of the activities.
    ///   - onFailure: Receives the error if a URL can't be opened.
    public func opensRoutes(
      in window: RouteWindow, activities: [String] = RouteWindow.webActivities,
      onFailure: (@MainActor (_ url: String, _ failure: Navigator.Failure) -> Void)? = nil
    ) -> some View {
      OpeningView(window: window, activities: activities, onFailure: onFailure, content: self)
    }

    /// Opens the URLs and user activities that the window's scene receives with a navigator.
    ///
    /// - Parameters:
    ///   - navigator: The navigator, which keeps URLs until it can open them, and has the closure for errors.
    ///   - activities: The types of the activities.
    public func opensRoutes(
      with navigator: Navigator, activities: [String] = RouteWindow.webActivities
    ) -> some View {
      receivesURLs(activities) { navigator.receive($0) }
    }

    /// Calls a closure with each URL.
    fileprivate func receivesURLs(
      _ activities: [String], _ receive: @escaping @MainActor (URL) -> Void
    ) -> some View {
      activities.reduce(AnyView(onOpenURL { receive($0) })) { view, type in
        AnyView(
          view.onContinueUserActivity(type) { activity in
            if let url = activity.webpageURL { receive(url) }
          })
      }
    }
  }

  /// A view that opens URLs with its own navigator.
  private struct OpeningView<Content: View>: View {
    /// Keeps the navigator, which follows the window from the first appearance of the view on.
    @MainActor
    final class Opener {
      private var navigator: Navigator?

      func navigator(from window: RouteWindow, in registry: Registry) -> Navigator {
        if let navigator { return navigator }
        let new = Navigator(from: window, in: registry)
        navigator = new
        return new
      }
    }

    let window: RouteWindow
    let activities: [String]
    let onFailure: (@MainActor (String, Navigator.Failure) -> Void)?
    let content: Content
    @State private var opener = Opener()
    @Environment(\.routeRegistry) private var registry

    var body: some View {
      content
        .onAppear { _ = opener.navigator(from: window, in: registry) }
        .receivesURLs(activities) { url in
          let navigator = opener.navigator(from: window, in: registry)
          navigator.onFailure = onFailure
          navigator.receive(url)
        }
    }
  }
#endif
