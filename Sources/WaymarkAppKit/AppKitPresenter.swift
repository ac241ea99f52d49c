#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit
  import Waymark

  /// The presenter of all view controllers, views, and windows.
  ///
  /// AppKit doesn't report the end of the animation of a sheet or a popover, so a presentation completes at once.
  @MainActor
  final class AppKitPresenter {
    typealias Completion = @MainActor ((any Error)?) -> Void

    static let shared = AppKitPresenter()

    /// The shown views, in order of presentation.
    private(set) var shown: [ShownView] = [] {
      didSet {
        if shown.isEmpty {
          watch?.end()
          watch = nil
        } else if watch == nil {
          watch = RunLoopWatch { [weak self] in self?.look() }
        }
      }
    }
    /// Compares the views with the windows, while there are shown views.
    private var watch: RunLoopWatch?
    /// The segue in progress.
    var segue: PendingSegue<NSViewController>?

    private func entry(of transition: RouteTransition) -> ShownView? {
      shown.first { $0.transition == transition }
    }

    private func drop(_ entry: ShownView) {
      entry.stopWatching()
      shown.removeAll { $0 === entry }
    }

    /// Reports all views that were shown or removed since the last turn of the run loop.
    private func look() {
      for entry in shown {
        entry.look()
        // AppKit is still presenting it: a modal window may run its own loop until it's closed.
        if entry.controller?.presentingViewController != nil { settle(entry) }
      }
      sweep()
    }

    /// Reports all views that were removed by other means.
    private func sweep() {
      for entry in shown.reversed() where entry.completion == nil && !entry.isChanging && entry.isGone {
        guard shown.contains(where: { $0 === entry }) else { continue }
        drop(entry)
        entry.transition.wasRemoved()
      }
    }

    /// Begins the presentation of a view.
    func begin(_ entry: ShownView, _ completion: @escaping Completion) {
      entry.completion = completion
      shown.append(entry)
    }

    /// Ends the presentation of a view, unless it has already ended.
    func settle(_ entry: ShownView) {
      guard let completion = entry.completion else { return }
      entry.completion = nil
      entry.look()
      entry.watchWindow()
      if entry.isInModalWindow, let window = entry.controller?.loadedWindow {
        askBeforeClosing(window, entry)
      }
      completion(nil)
    }

    /// Asks the route of a window's view, and closes the window unless the route decides to stay.
    private func userCloses(_ transition: RouteTransition) {
      Task { @MainActor in
        guard await transition.mayLeave(), let entry = entry(of: transition), !entry.isGone else { return }
        remove(transition) { error in
          if error == nil { transition.wasRemoved() }
        }
      }
    }
  }

  extension AppKitPresenter: RoutePresenter {
    func validate(_ transition: RouteTransition) throws(RouteError) {
      sweep()
      _ = try ShowingPlace(transition.path)
    }

    func show(_ transition: RouteTransition, completion: @escaping Completion) {
      do throws(RouteError) {
        let place = try ShowingPlace(transition.path)
        if case .subview(let view) = place {
          guard let subview = transition.view as? NSView else {
            throw .notShowable(transition.view, transition.path.kind)
          }
          let entry = ShownView(transition, subview)
          begin(entry, completion)
          view.addSubview(subview)
          return settle(entry)
        }
        guard let controller = transition.view as? NSViewController else {
          throw .notShowable(transition.view, transition.path.kind)
        }
        let entry = ShownView(transition, controller)
        switch place {
        case .presented(let source):
          begin(entry, completion)
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
        case .subview, .segue: throw .notShowable(transition.view, transition.path.kind)
        }
        settle(entry)
        // A modal window may already be closed.
        sweep()
      } catch {
        completion(error)
      }
    }

    func canRemove(_ transition: RouteTransition) -> Bool {
      guard let entry = entry(of: transition) else { return false }
      guard let controller = entry.controller, entry.window == nil else { return true }
      return transition.path.kind == .addChild || controller.parent == nil
    }

    func remove(_ transition: RouteTransition, completion: @escaping Completion) {
      // The view may have been removed while the caller prepared it.
      guard let entry = entry(of: transition) else { return completion(nil) }
      entry.isChanging = true
      if let window = entry.window {
        window.close()
      } else if let controller = entry.controller {
        if let presenting = controller.presentingViewController {
          presenting.dismiss(controller)
        } else if controller.parent != nil {
          controller.view.removeFromSuperview()
          controller.removeFromParent()
        } else {
          controller.loadedWindow?.close()
        }
      } else {
        entry.view?.removeFromSuperview()
      }
      drop(entry)
      completion(nil)
      sweep()
    }

    func holder(of destination: Any) -> String? {
      guard let controller = destination as? NSViewController else {
        return (destination as? NSView)?.superview.map { "its superview, \(type(of: $0))" }
      }
      if let parent = controller.parent { return "its parent, \(type(of: parent))" }
      return controller.presentingViewController.map { "\(type(of: $0)), which presents it" }
    }

    // MARK: - Showing

    private func present(_ controller: NSViewController, from source: NSViewController, _ path: RoutePath) {
      switch path.details as? PathDetails {
      case .animator(let animator): source.present(controller, animator: animator)
      case .popover(let rect, let view, let edge, let behavior):
        source.present(
          controller, asPopoverRelativeTo: rect, of: view, preferredEdge: edge, behavior: behavior)
      default:
        switch path.kind {
        case .sheet: source.presentAsSheet(controller)
        case .popover:
          let view = path.source as? NSView ?? source.view
          source.present(
            controller, asPopoverRelativeTo: view.bounds, of: view, preferredEdge: .maxY, behavior: .transient
          )
        default: source.presentAsModalWindow(controller)
        }
      }
    }

    private func open(_ entry: ShownView, _ controller: NSViewController) {
      let window = NSWindow(contentViewController: controller)
      // The entry owns the window.
      window.isReleasedWhenClosed = false
      if case .window(let configure) = entry.transition.path.details as? PathDetails { configure(window) }
      entry.window = window
      askBeforeClosing(window, entry)
      window.makeKeyAndOrderFront(nil)
    }

    /// Makes the close button ask the route, if the route has `Leaves`.
    func askBeforeClosing(_ window: NSWindow, _ entry: ShownView) {
      let transition = entry.transition
      guard transition.asksBeforeLeaving else { return }
      entry.windowDelegate = WindowDelegate(window) { [self] in userCloses(transition) }
    }
  }
#endif
