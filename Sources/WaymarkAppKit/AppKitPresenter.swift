#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit
  import Waymark
  import WaymarkRuntime
  import WaymarkToolkit

  /// The presenter of all view controllers, views, and windows.
  ///
  /// AppKit doesn't report the end of the animation of a sheet or a popover, so a presentation completes at once.
  /// Its state is static, because a window with tabs has a presenter of its own.
  @MainActor
  class AppKitPresenter {
    typealias Completion = @MainActor ((any Error)?) -> Void

    static let shared = AppKitPresenter()
    static let segues = Segues<NSViewController>()
    private static let shownViews = ShownViews<ShownView> { shared.look() }

    /// The shown views, in order of presentation.
    private var shown: ShownViews<ShownView> { Self.shownViews }

    /// Reports all views that were shown or removed since the last turn of the run loop.
    private func look() {
      for entry in shown.all {
        entry.noteWindow()
        // A view of SwiftUI gets its parts when it appears.
        if !entry.isChanging, shown.asks(entry) { askBeforeClosing(windowsWith: entry) }
        // AppKit is still presenting it: a modal window may run its own loop until it's closed.
        if entry.controller?.presentingViewController != nil { settle(entry) }
      }
      shown.sweep()
    }

    /// Begins the presentation of a view.
    func begin(_ entry: ShownView, _ completion: @escaping Completion) {
      entry.completion = completion
      shown.add(entry)
    }

    /// Ends the presentation of a view, unless it has already ended.
    func settle(_ entry: ShownView) {
      guard let completion = entry.completion else { return }
      entry.completion = nil
      entry.noteWindow()
      // The application may close a window of its own, and open it again with the view.
      let window = entry.drawn?.window
      if shown.all.contains(where: { !$0.isInside && $0.drawn?.window === window }) { entry.watchWindow() }
      askBeforeClosing(entry)
      if shown.asks(entry) { askBeforeClosing(windowsWith: entry) }
      completion(nil)
    }

    /// Makes the close buttons of the windows that would take a view with them ask, if the presenter has opened them.
    private func askBeforeClosing(windowsWith inner: ShownView) {
      for entry in shown.all {
        guard let window = entry.ownWindow else { continue }
        if inner.drawn?.window === window || inner.goes(with: entry) { askBeforeClosing(entry) }
      }
    }

    /// Asks the routes of all views that would go with a view, and removes it unless one decides to stay.
    private func userRemoves(_ transition: RouteTransition) {
      Task { @MainActor in
        let presenter: any RoutePresenter =
          shown.view(of: transition)?.controller?.routePresenter ?? Self.shared
        let mayLeave = await presenter.mayClose { [self] in views(leavingWith: transition) }
        guard mayLeave, let view = shown.view(of: transition), !view.isChanging, !view.isGone else { return }
        remove(transition) { error in
          if error == nil { transition.wasRemoved() }
        }
      }
    }
  }

  extension AppKitPresenter: RoutePresenter {
    func validate(_ transition: RouteTransition) throws(RouteError) {
      shown.sweep()
      _ = try ShowingPlace(transition.path)
    }

    func show(_ transition: RouteTransition, completion: @escaping Completion) {
      do throws(RouteError) {
        let place = try ShowingPlace(transition.path)
        if case .subview(let view) = place {
          guard let subview = transition.view as? NSView else { throw .notShowable(transition) }
          let entry = ShownView(transition, view: subview)
          begin(entry, completion)
          view.addSubview(subview)
          return settle(entry)
        }
        guard let controller = transition.view as? NSViewController else {
          throw .notShowable(transition)
        }
        let entry = ShownView(transition, controller)
        shown.letLeave(entry) { Self.shared.userRemoves($0.transition) }
        switch place {
        case .presented(let source):
          begin(entry, completion)
          guard !entry.isInModalWindow || TaskIdentity.current == nil else {
            return presentOutsideTask(entry, controller)
          }
          present(controller, from: source, transition.path)
        case .child(let container, let view):
          begin(entry, completion)
          container.addChild(controller)
          controller.view.frame = view.bounds
          controller.view.autoresizingMask = [.width, .height]
          view.addSubview(controller.view)
        case .window:
          begin(entry, completion)
          open(entry, controller)
        case .subview, .segue: throw .notShowable(transition)
        }
        settle(entry)
        // A modal window may already be closed.
        shown.sweep()
      } catch {
        completion(error)
      }
    }

    func isView(_ object: Any) -> Bool { object is NSViewController || object is NSView }

    func canRemove(_ transition: RouteTransition) -> Bool {
      guard let entry = shown.view(of: transition) else { return false }
      guard let controller = entry.controller, entry.window == nil else { return true }
      return transition.path.kind == .addChild || controller.parent == nil
    }

    func views(leavingWith transition: RouteTransition) -> [RouteTransition] {
      guard let outer = shown.view(of: transition) else { return [] }
      return shown.all.filter { $0.goes(with: outer) }.map(\.transition)
    }

    func parts(of transition: RouteTransition) -> [RouteTransition] { shown.parts(of: transition) }

    func remove(_ transition: RouteTransition, completion: @escaping Completion) {
      // The view may have been removed while the caller prepared it.
      guard let entry = shown.view(of: transition) else { return completion(nil) }
      entry.isBeingRemoved = true
      entry.dismissPresented()
      if let window = entry.window {
        window.close()
      } else if let controller = entry.controller {
        // A child has the presenting controller of the outermost controller that contains it.
        if controller.parent != nil {
          controller.view.removeFromSuperview()
          controller.removeFromParent()
        } else if let presenting = controller.presentingViewController {
          presenting.dismiss(controller)
        } else {
          controller.loadedWindow?.close()
        }
      } else {
        entry.view?.removeFromSuperview()
      }
      shown.drop(entry)
      completion(nil)
      shown.sweep()
    }

    func holder(of destination: Any) -> String? {
      let controller = destination as? NSViewController
      return describeHolder(
        parent: controller?.parent, presenting: controller?.presentingViewController,
        superview: (destination as? NSView)?.superview)
    }

    // MARK: - Showing

    /// Presents a controller in a modal window after the current task has suspended or ended.
    ///
    /// A task of the main actor runs in a block of the main queue, and no other task can run before the block returns.
    /// If AppKit ran its loop for the window in that block, ``Leaves`` couldn't answer.
    private func presentOutsideTask(_ entry: ShownView, _ controller: NSViewController) {
      RunLoop.main.perform(inModes: [.common]) { [self] in
        MainActor.assumeIsolated {
          guard shown.contains(entry), let completion = entry.completion else { return }
          do throws(RouteError) {
            let path = entry.transition.path
            // The window of the source may have closed in the meantime.
            guard case .presented(let source) = try ShowingPlace(path) else { return }
            present(controller, from: source, path)
            settle(entry)
            shown.sweep()
          } catch {
            entry.completion = nil
            shown.drop(entry)
            completion(error)
          }
        }
      }
    }

    private func present(_ controller: NSViewController, from source: NSViewController, _ path: RoutePath) {
      switch (path.kind, path.details as? PathDetails) {
      case (_, .animator(let animator)): source.present(controller, animator: animator)
      case (_, .popover(let rect, let view, let edge, let behavior)):
        source.present(
          controller, asPopoverRelativeTo: rect, of: view, preferredEdge: edge, behavior: behavior)
      case (.sheet, _): source.presentAsSheet(controller)
      case (.popover, _):
        let view = path.source as? NSView ?? source.view
        source.present(
          controller, asPopoverRelativeTo: view.bounds, of: view, preferredEdge: .maxY, behavior: .transient)
      default: source.presentAsModalWindow(controller)
      }
    }

    private func open(_ entry: ShownView, _ controller: NSViewController) {
      let window = NSWindow(contentViewController: controller)
      // The entry owns the window.
      window.isReleasedWhenClosed = false
      if case .window(let configure) = entry.transition.path.details as? PathDetails { configure(window) }
      entry.window = window
      askBeforeClosing(entry)
      window.makeKeyAndOrderFront(nil)
    }

    /// Makes the close button of a view's own window ask the routes, if that of the view, or of another one inside of
    /// it, has `Leaves`.
    private func askBeforeClosing(_ entry: ShownView) {
      let transition = entry.transition
      guard entry.windowDelegate == nil, let window = entry.ownWindow,
        shown.asks(entry) || shown.all.contains(where: { shown.asks($0) && $0.goes(with: entry) })
      else { return }
      entry.windowDelegate = WindowDelegate(window) { [self] in userRemoves(transition) }
    }
  }
#endif
