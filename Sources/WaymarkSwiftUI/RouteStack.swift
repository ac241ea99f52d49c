#if canImport(SwiftUI)
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
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
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
    /// A navigator doesn't show the root again for a URL that leads through it, as after `Navigator.setRoot`.
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
      NavigationStack(path: $stack.drawn) {
        root.navigationDestination(for: RouteScreen.self) { PushedScreen($0) }
      }
      .environment(\.routeWindow, window)
      .onAppear { stack.place.appeared(view) }
      .onDisappear { stack.place.disappeared(view) }
    }
  }

  /// A view that draws a screen in your own navigation stack.
  ///
  /// ```
  /// NavigationStack(path: $path) {
  ///   NoteList().navigationDestination(for: RouteScreen.self) { PushedScreen($0) }
  /// }
  /// .pushesRoutes(of: window, onto: $path)
  /// ```
  ///
  /// A ``RouteStack`` draws its screens itself.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  public struct PushedScreen: View {
    private let screen: RouteScreen
    @Environment(\.backTitle) private var backTitle

    /// The place of a back button, because macOS has no bar at the top of a stack.
    private static var placement: ToolbarItemPlacement {
      #if os(macOS)
        .navigation
      #else
        .topBarLeading
      #endif
    }

    /// Creates a view of a screen.
    ///
    /// - Parameter screen: A screen that a window has pushed onto the path.
    public init(_ screen: RouteScreen) { self.screen = screen }

    /// The view of the screen's destination.
    public var body: some View {
      screen.modified(screen.presentation.content.view)
        .environment(\.leaveRoute, LeaveAction(screen))
        // The system's button and gesture can't wait for an answer.
        .navigationBarBackButtonHidden(screen.asksBeforeLeaving)
        .toolbar {
          if screen.asksBeforeLeaving {
            ToolbarItem(placement: Self.placement) {
              Button(action: LeaveAction(screen).callAsFunction) {
                Label {
                  backTitle
                } icon: {
                  Image(systemName: "chevron.backward")
                }
              }
            }
          }
        }
        .onAppear { screen.presentation.stack?.appeared(screen) }
        .onDisappear { screen.presentation.disappeared() }
    }
  }
#endif
