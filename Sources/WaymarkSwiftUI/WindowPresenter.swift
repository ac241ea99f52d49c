#if canImport(SwiftUI)
  import SwiftUI
  import Waymark

  /// The presenter of a window, which changes the model that SwiftUI draws.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor
  final class WindowPresenter: TabPresenter {
    typealias Completion = @MainActor ((any Error)?) -> Void

    private weak var window: RouteWindow?

    init(_ window: RouteWindow) { self.window = window }

    /// The kinds of path that a window supports on this platform.
    static let kinds: [RoutePath.Kind] = {
      var kinds: [RoutePath.Kind] = [.push, .show, .present, .sheet]
      #if !os(tvOS)
        kinds.append(.popover)
      #endif
      #if !os(macOS)
        kinds.append(.fullScreenCover)
      #endif
      return kinds + [.alert]
    }()

    private static func isPushed(_ kind: RoutePath.Kind) -> Bool { kind == .push || kind == .show }

    func validate(_ transition: RouteTransition) throws(RouteError) {
      _ = try accepting(transition.path)
    }

    /// Returns the window if it can show a view now.
    private func accepting(_ path: RoutePath) throws(RouteError) -> RouteWindow {
      let kind = path.kind
      guard let window else { throw .windowGone() }
      guard Self.kinds.contains(kind) else { throw .unsupported(kind, supported: Self.kinds) }
      guard !window.isMissing else { throw .noWindow() }
      guard !window.isShared else { throw .sharedWindow() }
      if Self.isPushed(kind) {
        guard window.hasStack else { throw .noStack(for: kind) }
      } else if let modal = window.modal {
        throw .presentsAlready(modal, kind)
      }
      if let anchor = path.windowDetails?.anchor, window.place.isDrawn, !window.anchors.contains(anchor) {
        throw .noAnchor(anchor, in: Set(window.anchors).sorted())
      }
      return window
    }

    func show(_ transition: RouteTransition, completion: @escaping Completion) {
      do throws(RouteError) {
        let kind = transition.path.kind
        let isPushed = Self.isPushed(kind)
        // Another view may have been presented while interceptors decided.
        let window = try accepting(transition.path)
        let content = try ScreenContent(of: transition.view, along: kind)
        let inner =
          isPushed || kind == .alert ? nil : RouteWindow(above: window, hasStack: kind != .popover)
        let screen = RouteScreen(Presentation(transition, content, in: window, window: inner))
        change(transition.animated) {
          if isPushed {
            window.stack.push(screen) { completion(nil) }
          } else {
            window.present(screen) { completion(nil) }
          }
        }
      } catch {
        completion(error)
      }
    }

    func isView(_ object: Any) -> Bool { ScreenContent.isDrawn(object) }

    func canRemove(_ transition: RouteTransition) -> Bool {
      window.map { $0.modal?.id == transition.id || $0.position(of: transition.id) != nil } ?? false
    }

    func remove(_ transition: RouteTransition, completion: @escaping Completion) {
      guard let window else { return completion(RouteError.windowGone()) }
      change(transition.animated) {
        if window.modal?.id == transition.id {
          window.dismissModal { completion(nil) }
        } else if let (stack, index) = window.position(of: transition.id) {
          stack.remove(from: index) { completion(nil) }
        } else {
          // The view may have been removed while the caller prepared it.
          completion(nil)
        }
      }
    }

    func views(leavingWith transition: RouteTransition) -> [RouteTransition] {
      window?.screens(goingWith: transition.id).map(\.presentation.transition) ?? []
    }

    func parts(of transition: RouteTransition) -> [RouteTransition] {
      // It may be a screen of a sheet. The window below also asks the sheet's parts.
      let screens = window?.screens.flatMap(\.withScreensInside) ?? []
      return screens.first { $0.id == transition.id }?.presentation.leaving.parts ?? []
    }

    func holder(of destination: Any) -> String? {
      guard let window else { return nil }
      let object = destination as AnyObject
      return window.screens.contains { $0.destination as AnyObject === object } ? "a RouteWindow" : nil
    }

    /// Changes the model, in the caller's transaction, such as one of `withAnimation`, or without animations.
    private func change(_ animated: Bool, _ body: () -> Void) {
      guard !animated else { return body() }
      var transaction = Transaction()
      transaction.disablesAnimations = true
      withTransaction(transaction, body)
    }

    // MARK: - Tabs

    var selectedTab: String? { window.flatMap { $0.tabs.isEmpty ? nil : $0.tab } }

    func validate(tab name: String) throws(RouteError) {
      guard let window else { throw .windowGone() }
      guard window.tabs.contains(name) else { throw .noTab(name, in: window.tabs) }
    }

    func selectTab(_ name: String, animated: Bool) throws(RouteError) {
      try validate(tab: name)
      change(animated) { window?.tab = name }
    }

    func coversTabs(_ kind: RoutePath.Kind) -> Bool { !Self.isPushed(kind) }

    func tab(of transition: RouteTransition) -> String? { window?.tab(of: transition.id) }
  }
#endif
