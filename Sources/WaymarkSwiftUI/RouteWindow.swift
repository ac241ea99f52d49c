#if canImport(SwiftUI)
  import Foundation
  public import Observation
  import SwiftUI
  public import Waymark

  /// A window of a SwiftUI application, as a model of the screens that it shows.
  ///
  /// ```
  /// @main struct NotesApp: App {
  ///   var body: some Scene {
  ///     WindowGroup { NotesScene() }
  ///   }
  /// }
  ///
  /// struct NotesScene: View {
  ///   @State private var window = RouteWindow()
  ///   var body: some View {
  ///     RouteStack(window) { NoteList() }.opensRoutes(in: window)
  ///   }
  /// }
  /// ```
  ///
  /// Each scene needs its own window, so keep it in a view inside the `WindowGroup`, because all scenes share the state
  /// of an `App`. Showing a route in a window that two scenes draw throws `invalidSource`.
  ///
  /// Use a window as the source of a path, as in `.push(from: window)`, and of a `Navigator`. A ``RouteStack`` draws
  /// it. The properties are observable. Both the user and your code can close screens through them, which Waymark
  /// reports to the routes. Only showing a route adds a screen.
  ///
  /// A window shows at most one modal view. Sheets and covers have their own windows with a stack, available in the
  /// environment of their views.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor
  @Observable
  public final class RouteWindow: RouteSource {
    /// The names of the tabs, in order, or an empty array if the window has none.
    public let tabs: [String]

    /// The selected tab, or nil for the first one.
    private var selection: String?
    /// The modal view of any kind.
    private(set) var modal: RouteScreen?
    /// The sheet or cover that was removed, until SwiftUI has dismissed it.
    private var dismissedModal: Presentation?

    @ObservationIgnored private let stacks: [String: ScreenStack]
    @ObservationIgnored let place = DrawnPlace()
    /// The names of the visible views that popovers can point at, a name for each view.
    @ObservationIgnored var anchors: [String] = []
    /// Whether the window supports pushing views.
    @ObservationIgnored let hasStack: Bool
    /// Whether this is the window of views outside of any `RouteStack`.
    @ObservationIgnored let isMissing: Bool
    @ObservationIgnored private weak var parent: RouteWindow?
    /// The URLs of the stacks' roots, by the names of their tabs, or by an empty name.
    @ObservationIgnored private var roots: [String: String] = [:]
    @ObservationIgnored private lazy var presenter = WindowPresenter(self)

    /// Creates a window with one stack.
    public convenience nonisolated init() { self.init(tabs: []) }

    /// Creates a window with tabs, each with its own stack.
    ///
    /// - Parameter tabs: The names of the tabs, as in a plan's steps `tab(_:)`. The first one is selected.
    public convenience nonisolated init(tabs: [String]) { self.init(tabs: tabs, hasStack: true) }

    /// Creates the window of a modal view.
    convenience init(above parent: RouteWindow, hasStack: Bool) {
      self.init(tabs: [], hasStack: hasStack)
      self.parent = parent
    }

    nonisolated init(tabs: [String], hasStack: Bool, isMissing: Bool = false) {
      self.tabs = tabs
      self.hasStack = hasStack
      self.isMissing = isMissing
      stacks = Dictionary((tabs.isEmpty ? [""] : tabs).map { ($0, ScreenStack()) }) { first, _ in first }
    }

    /// The types of user activities that `opensRoutes` opens by default: the web pages of universal links.
    public nonisolated static var webActivities: [String] { [NSUserActivityTypeBrowsingWeb] }

    // MARK: - What is shown

    /// The pushed screens, of the selected tab if there are tabs, beginning with the lowest.
    public var path: [RouteScreen] {
      get { stack.screens }
      set { stack.screens = newValue }
    }

    /// The name of the selected tab, for the selection of a `TabView`, or an empty string if there are no tabs.
    public var tab: String {
      get { selection ?? tabs.first ?? "" }
      set { if stacks[newValue] != nil { selection = newValue } }
    }

    /// The sheet, which closes when you set the property to nil.
    public var sheet: RouteScreen? {
      get { modal(.sheet) }
      set { if newValue == nil { endModal(.sheet) } }
    }

    /// The screen that covers all others, which closes when you set the property to nil.
    public var fullScreenCover: RouteScreen? {
      get { modal(.fullScreenCover) }
      set { if newValue == nil { endModal(.fullScreenCover) } }
    }

    /// The popover, which closes when you set the property to nil.
    public var popover: RouteScreen? {
      get { modal(.popover) }
      set { if newValue == nil { endModal(.popover) } }
    }

    /// The alert, which closes when you set the property to nil.
    public var alert: RouteScreen? {
      get { modal(.alert) }
      set { if newValue == nil { endModal(.alert) } }
    }

    /// The modal view of a kind, for SwiftUI's binding.
    ///
    /// SwiftUI may not draw a cover full screen before it has dismissed the previous view, so there's none until then.
    subscript(drawn slot: RoutePath.Kind) -> RouteScreen? {
      get { dismissedModal == nil ? modal(slot) : nil }
      set { if newValue == nil, dismissedModal == nil { endModal(slot) } }
    }

    /// The popover that points at a view, or at the whole window without a name, for SwiftUI's binding.
    subscript(popoverAt name: String?) -> RouteScreen? {
      get {
        guard let popover = self[drawn: .popover], popover.anchor == name else { return nil }
        return popover
      }
      set { if newValue == nil, popover?.anchor == name { self[drawn: .popover] = nil } }
    }

    /// Whether an alert is shown, for SwiftUI's binding.
    ///
    /// SwiftUI dismisses an alert after the action of its button, which may have shown another one.
    subscript(isShown alert: RouteTransition.ID?) -> Bool {
      get { self[drawn: .alert].map { $0.id == alert } ?? false }
      set { if !newValue, self.alert?.id == alert { self[drawn: .alert] = nil } }
    }

    // MARK: - As a source

    /// The presenter of the window.
    public var routePresenter: any RoutePresenter { presenter }

    /// The presenter of the lowest window, which the windows of sheets above it share.
    public var navigationRoot: AnyObject { parent?.navigationRoot ?? presenter }

    /// The window of the topmost sheet, cover, or popover, or this one if there's none.
    public var navigationTop: any RouteSource { modal?.window?.navigationTop ?? self }

    /// Returns the URL of a stack's root, from ``RouteStack/init(_:tab:root:content:)``.
    public func rootURL(inTab tab: String?) -> String? { roots[tab ?? ""] }

    /// Sets the URL of a stack's root.
    func setRoot(_ url: String, inTab tab: String?) { roots[tab ?? ""] = url }

    // MARK: - Changes

    /// Whether several scenes draw it.
    var isShared: Bool { place.isShared || stack.place.isShared }

    /// The stack of the selected tab, or the only one.
    var stack: ScreenStack { stacks[tab] ?? ScreenStack() }

    /// Returns the stack of a tab, or of the selected tab for nil.
    func stack(of tab: String?) -> ScreenStack { tab.flatMap { stacks[$0] } ?? stack }

    /// Returns the stack that shows a screen, and its index.
    func position(of id: RouteTransition.ID) -> (stack: ScreenStack, index: Int)? {
      for stack in stacks.values {
        if let index = stack.screens.firstIndex(where: { $0.id == id }) { return (stack, index) }
      }
      return nil
    }

    /// Returns the tab with a screen, or nil for a modal view and for the screens inside of one.
    func tab(of id: RouteTransition.ID) -> String? {
      tabs.first { tab in stacks[tab]?.screens.contains { $0.id == id } == true }
    }

    /// The screens of all tabs, and the modal view, beginning with the lowest.
    var screens: [RouteScreen] {
      (tabs.isEmpty ? [""] : tabs).flatMap { stacks[$0]?.screens ?? [] } + [modal].compactMap(\.self)
    }

    /// Whether a route needs to be asked before the user removes the window.
    var asksBeforeLeaving: Bool {
      if let modal = parent?.modal, modal.window === self { return modal.asksBeforeLeaving }
      return screens.contains(where: \.asksBeforeLeaving)
    }

    /// Returns the screens that would be removed with a screen, beginning with the lowest.
    func screens(goingWith id: RouteTransition.ID) -> [RouteScreen] {
      if let modal, modal.id == id { return modal.withScreensInside }
      guard let (stack, index) = position(of: id) else { return [] }
      return Array(stack.screens[index...])
    }

    /// Shows a modal view, and calls a closure when SwiftUI has drawn it.
    func present(_ screen: RouteScreen, completion: @escaping @MainActor () -> Void) {
      // SwiftUI doesn't report that it has drawn an alert.
      let waits = place.isDrawn && screen.kind != .alert
      if waits {
        place.wait(
          for: .shown, of: screen.presentation, redraw: { [weak self] in self?.redraw() },
          completion: completion)
      }
      modal = screen
      if !waits { completion() }
    }

    /// Removes the modal view, and calls a closure when SwiftUI no longer draws it.
    func dismissModal(completion: @escaping @MainActor () -> Void) {
      guard let screen = modal else { return completion() }
      let presentation = screen.presentation
      modal = nil
      presentation.endInside()
      guard place.isDrawn, presentation.isVisible else { return completion() }
      if screen.reportsDismissal { dismissedModal = presentation }
      place.wait(for: .gone, of: presentation, redraw: { [weak self] in self?.redraw() }) { [weak self] in
        if self?.dismissedModal === presentation { self?.dismissedModal = nil }
        completion()
      }
    }

    /// Reports that SwiftUI has dismissed a sheet or cover.
    func modalIsDismissed() { dismissedModal?.settle(.gone) }

    /// Removes a screen as the user does, and the screens above it.
    func close(_ id: RouteTransition.ID) {
      if let modal, modal.id == id {
        endModal(modal.slot)
      } else if let (stack, index) = position(of: id) {
        stack.screens.removeSubrange(index...)
      }
    }

    /// Ends all screens of the window, together with the window.
    func endAll() {
      if let modal { endModal(modal.slot) }
      for stack in stacks.values { stack.screens = [] }
    }

    /// Makes SwiftUI draw the modal view again, because it may have dropped a change.
    private func redraw() { withMutation(keyPath: \.modal) {} }

    private func modal(_ slot: RoutePath.Kind) -> RouteScreen? {
      modal.flatMap { $0.slot == slot ? $0 : nil }
    }

    private func endModal(_ slot: RoutePath.Kind) {
      guard let screen = modal(slot) else { return }
      if screen.reportsDismissal { dismissModal {} } else { modal = nil }
      screen.presentation.end()
    }
  }
#endif
