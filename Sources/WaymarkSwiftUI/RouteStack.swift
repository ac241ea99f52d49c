#if canImport(SwiftUI)
  import Observation
  public import SwiftUI
  public import Waymark

  /// A view that draws a ``RouteWindow``: a navigation stack, and the modal views above it.
  ///
  /// ```
  /// RouteStack(window) { NoteList() }
  /// ```
  ///
  /// In a window with tabs, each tab has a stack, and ``presentsRoutes(of:)`` draws the modal views of all:
  ///
  /// ```
  /// TabView(selection: $window.tab) {
  ///   RouteStack(window, tab: "inbox") { Inbox() }.tag("inbox")
  ///   RouteStack(window, tab: "archive") { Archive() }.tag("archive")
  /// }
  /// .presentsRoutes(of: window)
  /// ```
  ///
  /// Sheets and full-screen covers have their own stacks, so their views need no `NavigationStack`.
  public struct RouteStack<Root: View>: View {
    @Bindable private var stack: ScreenStack
    @State private var view = DrawnView()
    private let window: RouteWindow
    private let isTab: Bool
    private let root: Root

    /// Creates a view that draws a window.
    ///
    /// - Parameters:
    ///   - window: The window.
    ///   - tab: The name of the tab that the view draws, or nil for a window without tabs.
    ///   - root: Returns the view below all screens.
    public init(_ window: RouteWindow, tab: String? = nil, @ViewBuilder root: () -> Root) {
      self.window = window
      stack = window.stack(of: tab)
      isTab = tab != nil
      self.root = root()
    }

    /// Creates a view that draws a window, and names the URL of the root for a `Navigator`.
    ///
    /// ```
    /// RouteStack(window, root: "notes://list") { NoteList() }
    /// ```
    ///
    /// A navigator doesn't show the root again for a URL that leads through it, as after `Navigator.setRoot(_:)`.
    ///
    /// - Parameters:
    ///   - window: The window.
    ///   - tab: The name of the tab that the view draws, or nil for a window without tabs.
    ///   - url: The URL of the root.
    ///   - content: Returns the root, which is the view below all screens.
    public init(
      _ window: RouteWindow, tab: String? = nil, root url: some RoutableURL,
      @ViewBuilder content: () -> Root
    ) {
      self.init(window, tab: tab, root: content)
      window.setRoot(url.routedText, inTab: tab)
    }

    /// The navigation stack.
    public var body: some View {
      if isTab { navigation } else { navigation.presentsRoutes(of: window) }
    }

    private var navigation: some View {
      NavigationStack(path: $stack.screens) {
        root.navigationDestination(for: RouteScreen.self) { screen in PushedView(screen: screen, stack: stack)
        }
      }
      .environment(\.routeWindow, window)
      .onAppear { stack.place.appeared(view) }
      .onDisappear { stack.place.disappeared(view) }
    }
  }

  /// A screen in a navigation stack.
  private struct PushedView: View {
    let screen: RouteScreen
    let stack: ScreenStack
    @Environment(\.backTitle) private var backTitle

    /// The place of a back button, because macOS has no bar at the top of a stack.
    private static var placement: ToolbarItemPlacement {
      #if os(macOS)
        .navigation
      #else
        .topBarLeading
      #endif
    }

    var body: some View {
      screen.presentation.content.view
        .environment(\.leaveRoute, LeaveAction(screen))
        // The system's button and gesture can't wait for an answer.
        .navigationBarBackButtonHidden(screen.asksBeforeLeaving)
        .toolbar {
          if screen.asksBeforeLeaving {
            ToolbarItem(placement: Self.placement) {
              Button {
                LeaveAction(screen)()
              } label: {
                Label {
                  backTitle
                } icon: {
                  Image(systemName: "chevron.backward")
                }
              }
            }
          }
        }
        .onAppear { stack.appeared(screen) }
        .onDisappear { screen.presentation.disappeared() }
    }
  }

  /// The screens of one navigation stack, above its root.
  @MainActor
  @Observable
  final class ScreenStack {
    private var stored: [RouteScreen] = []
    @ObservationIgnored let place = DrawnPlace()

    nonisolated init() {}

    /// The screens, beginning with the lowest.
    ///
    /// SwiftUI sets the remaining screens when the user goes back. Setting the property can't add a screen.
    var screens: [RouteScreen] {
      get { stored }
      set {
        let old = stored
        let new = newValue.filter(old.contains)
        guard new != old else { return }
        stored = new
        for screen in old.reversed() where !new.contains(screen) { end(screen) }
      }
    }

    /// Adds a screen, and calls a closure when SwiftUI has drawn it.
    func push(_ screen: RouteScreen, completion: @escaping @MainActor () -> Void) {
      if place.isDrawn {
        place.wait(for: screen.presentation) { [weak self] presentation in
          self?.redraw()
          presentation.settleShown()
        }
        screen.presentation.onceShown { [place] in
          place.forget(screen.presentation)
          completion()
        }
      }
      stored.append(screen)
      // In a place that isn't drawn yet, the screen appears later.
      if !place.isDrawn { completion() }
    }

    /// Removes a screen and the screens above it, and calls a closure when SwiftUI no longer draws them.
    func remove(from index: Int, completion: @escaping @MainActor () -> Void) {
      let removed = stored[index...]
      let visible = removed.last { $0.presentation.isVisible }?.presentation
      if let visible, place.isDrawn {
        place.wait(for: visible) { [weak self] presentation in
          self?.redraw()
          presentation.settleGone()
        }
        visible.onceGone { [place] in
          place.forget(visible)
          completion()
        }
      }
      stored.removeSubrange(index...)
      for screen in removed.dropFirst().reversed() { end(screen) }
      removed.first?.presentation.endInside()
      if visible == nil || !place.isDrawn { completion() }
    }

    /// Reports that a screen has appeared, and with it all screens below, which SwiftUI doesn't draw.
    func appeared(_ screen: RouteScreen) {
      for below in stored.prefix(while: { $0 != screen }) { below.presentation.settleShown() }
      screen.presentation.appeared()
    }

    /// Ends all screens, together with the container of the stack.
    func endAll() { screens = [] }

    /// Makes SwiftUI draw the screens again, because it may have dropped a change.
    private func redraw() { withMutation(keyPath: \.stored) {} }

    private func end(_ screen: RouteScreen) {
      screen.presentation.end()
      place.forget(screen.presentation)
    }
  }

  /// A part of the user interface that SwiftUI may draw or not, and the presentations that wait for it.
  @MainActor
  final class DrawnPlace {
    private struct Drawing {
      weak var view: DrawnView?
      let start: ContinuousClock.Instant
    }

    /// The time after which a change counts as drawn, and a second drawing isn't a transition.
    private static let patience = Duration.seconds(1)

    private var drawings: [Drawing] = []
    private var waiting: [Presentation] = []

    nonisolated init() {}

    /// Whether SwiftUI draws the place, without which the views shown in it never appear.
    var isDrawn: Bool { drawings.contains { $0.view != nil } }

    /// Whether several views have drawn it for some time, as two scenes do, and not only during a transition.
    var isShared: Bool {
      drawings.count { $0.view != nil && $0.start.duration(to: .now) > Self.patience } > 1
    }

    /// Waits for a presentation to appear or to disappear.
    ///
    /// SwiftUI may drop a change that follows another one in the same frame, and a scene may end without a report.
    ///
    /// - Parameter late: Called if the presentation still waits after some time.
    func wait(for presentation: Presentation, late: @escaping @MainActor (Presentation) -> Void) {
      waiting.append(presentation)
      Task { [weak self, weak presentation] in
        try? await Task.sleep(for: Self.patience)
        guard let self, let presentation, waiting.contains(where: { $0 === presentation }) else { return }
        late(presentation)
      }
    }

    /// Stops waiting for a presentation.
    func forget(_ presentation: Presentation) { waiting.removeAll { $0 === presentation } }

    func appeared(_ view: DrawnView) {
      drawings.removeAll { $0.view == nil || $0.view === view }
      drawings.append(Drawing(view: view, start: .now))
    }

    func disappeared(_ view: DrawnView) {
      drawings.removeAll { $0.view == nil || $0.view === view }
      guard drawings.isEmpty else { return }
      let all = waiting
      waiting = []
      for presentation in all {
        presentation.settleShown()
        presentation.settleGone()
      }
    }
  }

  /// The identity of a view that draws a place.
  ///
  /// SwiftUI keeps it with the view's state, and frees it at the end of the view's scene, even without a report.
  @MainActor
  final class DrawnView {
    nonisolated init() {}
  }
#endif
