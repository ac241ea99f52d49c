#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit
  import Waymark
  import WaymarkRuntime
  import WaymarkToolkit

  /// The validated target of a path, ready for a view.
  enum ShowingPlace {
    case presented(NSViewController)
    case child(NSViewController, NSView)
    case subview(NSView)
    case segue(NSViewController, NSStoryboardSegue.Identifier, sender: Any?)
    case window

    static let kinds: [RoutePath.Kind] = [
      .present, .sheet, .modalWindow, .popover, .addChild, .addSubview, .segue, .window,
    ]

    /// Finds the target of a path, or throws if it can't show a view now.
    @MainActor
    init(_ path: RoutePath) throws(RouteError) {
      guard Self.kinds.contains(path.kind) else {
        throw .unsupported(path.kind, by: "AppKit", supported: Self.kinds)
      }
      guard let source = path.source else { throw .sourceGone() }
      let details = path.details as? PathDetails
      switch path.kind {
      case .addChild:
        guard let container = source as? NSViewController else { throw .notASource(source, path.kind) }
        guard case .container(let view) = details else {
          self = .child(container, container.view)
          return
        }
        guard view.isDescendant(of: container.view) else { throw .notInside(container) }
        self = .child(container, view)
      case .addSubview:
        guard let view = source as? NSView ?? (source as? NSViewController)?.view else {
          throw .notASource(source, path.kind)
        }
        self = .subview(view)
      case .segue:
        guard let controller = source as? NSViewController, case .segue(let identifier, let sender) = details
        else {
          throw .notASource(source, path.kind)
        }
        guard controller.storyboard != nil else { throw .noStoryboard(controller, use: ".sheet or .window") }
        self = .segue(controller, identifier, sender: sender)
      case .window: self = .window
      default:
        let controller =
          source as? NSViewController ?? (source as? NSView)?.nearestController
          ?? (source as? NSWindow)?.contentViewController
        guard let controller else { throw .notASource(source, path.kind) }
        guard controller.loadedWindow != nil else {
          throw .notInWindow(controller, path.kind, awaiting: "viewDidAppear()")
        }
        // AppKit would show another sheet only after this one. An alert, or a sheet that is ending, has no presenting
        // controller. AppKit soon shows a sheet after it.
        if path.kind == .sheet, let sheet = controller.loadedWindow?.attachedSheet?.contentViewController,
          sheet.presentingViewController != nil
        {
          throw .presentsAlready(controller, sheet)
        }
        self = .presented(controller)
      }
    }
  }

  /// Asks a view's route before the user closes its window, and forwards all calls to the application's delegate.
  @MainActor
  final class WindowDelegate: NSObject, NSWindowDelegate {
    private weak var window: NSWindow?
    /// The application's delegate, retained until the end because AppKit remembers which methods it has.
    private var user: (any NSWindowDelegate)?
    private let ask: @MainActor () -> Void

    /// Puts the object between a window and its delegate.
    init(_ window: NSWindow, ask: @escaping @MainActor () -> Void) {
      self.window = window
      self.ask = ask
      user = window.delegate
      super.init()
      window.delegate = self
    }

    /// Restores the delegate of the window.
    func end() {
      if window?.delegate === self { window?.delegate = user }
      user = nil
    }

    func windowShouldClose(_ sender: NSWindow) -> Bool {
      // On Apple's platforms, the member is nil for an optional requirement without an implementation.
      let method = user?.windowShouldClose
      if method?(sender) ?? true { ask() }
      return false
    }

    // Forward calls that this class doesn't implement to the application's delegate. AppKit makes them on the main
    // thread, but `NSObject` isn't isolated to the main actor.

    override func responds(to selector: Selector!) -> Bool {
      super.responds(to: selector) || MainThread.value { user }?.responds(to: selector) == true
    }

    override func forwardingTarget(for selector: Selector!) -> Any? { MainThread.value { user } }
  }
#endif
