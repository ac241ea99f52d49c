#if canImport(SwiftUI)
  import Foundation
  public import SwiftUI
  public import Waymark

  extension RouteWindow {
    /// The types of the user activities that `opensRoutes` opens by default: the web pages of universal links.
    public nonisolated static var webActivities: [String] { [NSUserActivityTypeBrowsingWeb] }
  }

  extension View {
    /// Opens the URLs and user activities that the window's scene receives.
    ///
    /// ```
    /// RouteStack(window) { NoteList() }.opensRoutes(in: window)
    /// ```
    ///
    /// A `Navigator` of the view shows the screens of each URL, in the registry of the environment. Of an activity,
    /// its web page's URL is opened.
    ///
    /// - Parameters:
    ///   - window: The window in which to show the screens.
    ///   - activities: The types of the activities.
    ///   - onFailure: Receives the error of a URL that couldn't be opened.
    public func opensRoutes(
      in window: RouteWindow, activities: [String] = RouteWindow.webActivities,
      onFailure: (@MainActor (_ url: String, _ failure: Navigator.Failure) -> Void)? = nil
    ) -> some View {
      OpeningView(window: window, activities: activities, onFailure: onFailure, content: self)
    }

    /// Opens the URLs and user activities that the window's scene receives with a navigator.
    ///
    /// - Parameters:
    ///   - navigator: The navigator, which keeps URLs until they can be opened, and has the closure for errors.
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

  /// A view that opens URLs with a navigator of its own.
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
