import AppKit
import Testing
import Waymark
import WaymarkAppKit
import WaymarkToolkit

extension RoutableView<HostController> { static var host: Self { declared() } }

/// A controller that can leave as one with a SwiftUI view does.
final class HostController: NSViewController, LeavingController, ViewDestination {
  var leave: (@MainActor () -> Void)?
  var parts: [RouteTransition] = []
}

/// A view of SwiftUI that shows parts, each with a transition.
@MainActor
private final class RecordedPart: RouteSource, RoutePresenter {
  var shown: [RouteTransition] = []
  var routePresenter: any RoutePresenter { self }

  func validate(_ transition: RouteTransition) throws(RouteError) {}

  func show(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
    shown.append(transition)
    completion(nil)
  }

  func remove(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
    completion(nil)
  }
}

extension AppKitTests {
  /// What is in the window that the user closes.
  enum Closed {
    case segue, present, modalWindow, partOfSegue, partOfWindow, partOfModalWindow

    var isModal: Bool { self == .present || self == .modalWindow }

    @MainActor func show(on screen: Screen) async throws -> (
      asks: ActiveRoute<Guarded>, around: ActiveRoute<any (NSViewController & PanelInput)>?
    ) {
      let board = BoardController(screen.registry)
      screen.window.contentViewController = board
      let path: RoutePath
      switch self {
      case .segue: path = .segue("openGuarded", from: board)
      case .partOfSegue: path = .segue("openPanel", from: board)
      case .partOfWindow: path = .window(from: board)
      case .modalWindow: path = .modalWindow(from: board)
      case .present, .partOfModalWindow: path = .present(from: board)
      }
      guard self == .segue || isModal else {
        let (around, panel) = try screen.show(.panel, path)
        await settle()
        return (try screen.show(.guarded, .addChild(to: panel)).route, around)
      }
      let shown = try screen.show(.guarded, path).route
      await settle()
      return (shown, nil)
    }
  }

  /// The user removes a view, and with it others with `Leaves`.
  @Suite("Asking about views that leave together") @MainActor struct LeavingTests {
    private let screen: Screen
    private let registry: Registry

    init() throws {
      screen = try Screen()
      registry = try Registry {
        PanelModule()
        Route(HostController.self) { RoutableView(.host) }
      }
    }

    @Test(arguments: [RoutePath.Kind.window, .sheet, .modalWindow])
    func `leaving asks the views inside and above`(kind: RoutePath.Kind) async throws {
      let (shown, host) = try registry.show(.host, .custom(kind, from: screen.main))
      await settle()
      let part = try registry.show(.guarded, .addChild(to: host)).route
      let above = try registry.show(.guarded, .popover(from: host.view)).route
      let guarded = try [#require(part.destination), #require(above.destination)]
      host.leave?()
      await settle()
      #expect(guarded.map(\.questions) == [0, 1])
      guarded[1].mayLeave = true
      host.leave?()
      await settle()
      #expect(guarded.map(\.questions) == [1, 2])
      #expect(shown.state == .routed)
      guarded[0].mayLeave = true
      host.leave?()
      await settle()
      #expect([shown.state, part.state] == [.removed, .removed])
    }

    /// A hosting controller gets its parts when its SwiftUI view appears, and `parts` stands for them.
    @Test(arguments: [true, false])
    func `a part in SwiftUI is asked before its controller leaves`(isInside: Bool) async throws {
      let (shown, host) = try registry.show(.host, .window(from: screen.main))
      let outside = RecordedPart()
      let (part, guarded) = try registry.show(.guarded, .addChild(to: outside))
      await settle()
      let inner = HostController()
      if isInside { host.addChild(inner) }
      (isInside ? inner : host).parts = outside.shown
      await settle()
      #expect(try await shown.leave() == false && guarded.questions == 1)
      await userCloses(host.view.window)
      #expect(guarded.questions == 2 && shown.state == .routed)
      guarded.mayLeave = true
      await userCloses(host.view.window)
      #expect(guarded.questions == 3 && shown.state == .removed)
      try part.remove()
    }

    @Test(arguments: [
      Closed.segue, .present, .modalWindow, .partOfSegue, .partOfWindow, .partOfModalWindow,
    ])
    func `closing a window asks the view and its parts`(closed: Closed) async throws {
      let (shown, around) = try await closed.show(on: screen)
      let guarded = try #require(shown.destination)
      let window = try #require(guarded.view.window)
      await userCloses(window)
      #expect(shown.state == .routed && window.isVisible && guarded.questions == 1)
      // A presented controller stays the delegate of its window.
      window.delegate?.windowDidResize(Notification(name: Notification.Name("resize")))
      #expect(guarded.resizes == (closed.isModal ? 1 : 0))
      #expect((window.modelledKind == "modalWindow") == (closed.isModal || closed == .partOfModalWindow))
      if let around {
        #expect(try await around.leave() == false)
        #expect(around.state == .routed && guarded.questions == 2)
      }
      guarded.mayLeave = true
      await userCloses(window)
      #expect(shown.state == .removed && !window.isVisible)
      #expect(guarded.questions == (around == nil ? 2 : 3))
      #expect(around == nil || around?.state == .removed)
      #expect(closed != .segue || window.delegate == nil)
      #expect(!closed.isModal || window.delegate === guarded && guarded.presentingViewController == nil)
    }

    @Test func `closing a window asks a popover above it`() async throws {
      let (shown, host) = try registry.show(.host, .window(from: screen.main))
      let above = try registry.show(.guarded, .popover(from: host.view)).route
      await userCloses(host.view.window)
      #expect(above.destination?.questions == 1)
      #expect(shown.state == .routed)
    }
  }
}
