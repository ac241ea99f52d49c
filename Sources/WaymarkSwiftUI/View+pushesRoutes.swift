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
      JoiningView(window: window, tab: tab, path: path, content: self) { ErasedPath($1, after: $0) }
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
      JoiningView(window: window, tab: tab, path: path, content: self) {
        ElementPath(path: $1, element: element)
      }
    }
  }

  /// A view that draws a window's screens with the application's path.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private struct JoiningView<Content: View, Path: Equatable>: View {
    let window: RouteWindow
    let tab: String?
    let path: Binding<Path>
    let content: Content
    /// Returns the path for a stack, from the stack's earlier one.
    let join: @MainActor (_ earlier: (any ApplicationPath)?, Binding<Path>) -> any ApplicationPath
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
          stack.join(join(stack.path, path))
        }
        .onDisappear { stack.place.disappeared(view) }
        .onChange(of: path.wrappedValue) { stack.follow() }
    }
  }

  /// A path of the application, with a window's screens among its elements.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor
  protocol ApplicationPath {
    func append(_ screen: RouteScreen)
    /// Removes a screen, if it's there, and all elements above it.
    func remove(from screen: RouteScreen)
    func contains(_ screen: RouteScreen) -> Bool
    /// Forgets a screen that isn't shown anymore.
    func forget(_ screen: RouteScreen)
  }

  /// A path with elements of one type.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private struct ElementPath<Element: Hashable>: ApplicationPath {
    let path: Binding<[Element]>
    let element: @MainActor (RouteScreen) -> Element

    func append(_ screen: RouteScreen) { path.wrappedValue.append(element(screen)) }

    func remove(from screen: RouteScreen) {
      guard let index = path.wrappedValue.firstIndex(of: element(screen)) else { return }
      path.wrappedValue.removeSubrange(index...)
    }

    func contains(_ screen: RouteScreen) -> Bool { path.wrappedValue.contains(element(screen)) }

    func forget(_ screen: RouteScreen) {}
  }

  /// A path whose elements can't be read.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private final class ErasedPath: ApplicationPath {
    private let path: Binding<NavigationPath>
    /// The path up to each screen.
    private var beginnings: [RouteScreen: NavigationPath]

    init(_ path: Binding<NavigationPath>, after earlier: (any ApplicationPath)?) {
      self.path = path
      beginnings = (earlier as? ErasedPath)?.beginnings ?? [:]
    }

    func append(_ screen: RouteScreen) {
      var new = path.wrappedValue
      new.append(screen)
      beginnings[screen] = new
      path.wrappedValue = new
    }

    func remove(from screen: RouteScreen) {
      guard contains(screen), let beginning = beginnings[screen] else { return }
      path.wrappedValue.removeLast(path.wrappedValue.count - beginning.count + 1)
    }

    func contains(_ screen: RouteScreen) -> Bool {
      guard let beginning = beginnings[screen] else { return false }
      var current = path.wrappedValue
      guard current.count >= beginning.count else { return false }
      current.removeLast(current.count - beginning.count)
      return current == beginning
    }

    func forget(_ screen: RouteScreen) { beginnings[screen] = nil }
  }
#endif
