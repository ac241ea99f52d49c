#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit
  import Waymark
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
        self = .presented(controller)
      }
    }
  }
#endif
