#if canImport(SwiftUI)
  public import SwiftUI
  import Waymark

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  extension View {
    /// Draws a window with your own navigation stack, so that its path has the pushed screens among its elements.
    ///
    /// ```
    /// NavigationStack(path: $path) {
    ///   NoteList().navigationDestination(for: RouteScreen.self) { PushedScreen($0) }
    /// }
    /// .pushesRoutes(of: window, onto: $path)
    /// ```
    ///
    /// Use it instead of a ``RouteStack``, for a stack that also has values of your own. If you, or the user, remove a
    /// screen from the path, Waymark reports it to the route. If a route removes its screen, the elements above go too.
    /// The path's `codable` is nil while it has a screen. Modal views are drawn as in a ``RouteStack``.
    ///
    /// - Parameters:
    ///   - window: The window.
    ///   - tab: The name of the tab with the navigation stack, or nil for a window without tabs.
    ///   - path: The path of the navigation stack.
    public func pushesRoutes(
      of window: RouteWindow, tab: String? = nil, onto path: Binding<NavigationPath>
    ) -> some View {
      JoiningView(window: window, tab: tab, path: ErasedPath(path: path), content: self)
    }

    /// Draws a window with your own navigation stack, for a path with elements of one type.
    ///
    /// ```
    /// enum Screen: Hashable {
    ///   case folder(String)
    ///   case route(RouteScreen)
    /// }
    ///
    /// NavigationStack(path: $path) {
    ///   FolderList().navigationDestination(for: Screen.self) { screen in
    ///     switch screen {
    ///     case .folder(let name): FolderView(name: name)
    ///     case .route(let screen): PushedScreen(screen)
    ///     }
    ///   }
    /// }
    /// .pushesRoutes(of: window, onto: $path, as: Screen.route)
    /// ```
    ///
    /// - Parameters:
    ///   - window: The window.
    ///   - tab: The name of the tab with the navigation stack, or nil for a window without tabs.
    ///   - path: The path of the navigation stack.
    ///   - element: Returns the element of the path for a screen.
    public func pushesRoutes<Element: Hashable>(
      of window: RouteWindow, tab: String? = nil, onto path: Binding<[Element]>,
      as element: @escaping @MainActor (RouteScreen) -> Element
    ) -> some View {
      JoiningView(
        window: window, tab: tab, path: ElementPath(path: path, element: element), content: self)
    }
  }

  /// A view that draws a window's screens with the application's path.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private struct JoiningView<Content: View, Path: ApplicationPath>: View {
    let window: RouteWindow
    let tab: String?
    let path: Path
    let content: Content
    @State private var view = DrawnView()

    var body: some View {
      // The stack reports a change to have a screen drawn that SwiftUI has dropped.
      let _ = stack.screens
      if tab == nil { drawn.presentsRoutes(of: window) } else { drawn }
    }

    private var stack: ScreenStack { window.stack(of: tab) }

    private var drawn: some View {
      content
        .environment(\.routeWindow, window)
        .onAppear {
          stack.place.appeared(view)
          stack.join(path)
        }
        .onDisappear { stack.place.disappeared(view) }
        .onChange(of: path.elements) { stack.follow() }
    }
  }

  /// A path of the application, with a window's screens among its elements.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor
  protocol ApplicationPath {
    associatedtype Elements: Equatable
    var elements: Elements { get }
    var count: Int { get }
    /// Returns the index of a screen, or nil if the path doesn't contain it.
    func index(of screen: RouteScreen) -> Int?
    func append(_ screen: RouteScreen)
    func removeLast(_ count: Int)
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  extension ApplicationPath {
    /// Removes a screen, if it's there, and all elements above it.
    func remove(from screen: RouteScreen) {
      if let index = index(of: screen) { removeLast(count - index) }
    }
  }

  /// A path with elements of one type.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private struct ElementPath<Element: Hashable>: ApplicationPath {
    let path: Binding<[Element]>
    let element: @MainActor (RouteScreen) -> Element

    var elements: [Element] { path.wrappedValue }
    var count: Int { elements.count }

    func index(of screen: RouteScreen) -> Int? { elements.firstIndex(of: element(screen)) }

    func append(_ screen: RouteScreen) { path.wrappedValue.append(element(screen)) }

    func removeLast(_ count: Int) { path.wrappedValue.removeLast(count) }
  }

  /// A path whose elements can only be compared.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private struct ErasedPath: ApplicationPath {
    let path: Binding<NavigationPath>

    var elements: NavigationPath { path.wrappedValue }
    var count: Int { elements.count }

    func index(of screen: RouteScreen) -> Int? {
      var found = elements
      while !found.isEmpty {
        var below = found
        below.removeLast()
        var expected = below
        expected.append(screen)
        if found == expected { return below.count }
        found = below
      }
      return nil
    }

    func append(_ screen: RouteScreen) { path.wrappedValue.append(screen) }

    func removeLast(_ count: Int) { path.wrappedValue.removeLast(count) }
  }
#endif
