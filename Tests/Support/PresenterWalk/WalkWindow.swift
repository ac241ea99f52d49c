package import Waymark

/// A screen of a walk.
@MainActor package protocol WalkScreen: AnyObject, ViewDestination {
  /// The number of times that ``Leaves`` has asked the screen.
  var questions: Int { get set }
  var mayLeave: Bool { get set }
}

extension WalkScreen {
  /// Answers ``Leaves``.
  package func answer() -> LeaveDecision {
    questions += 1
    return mayLeave ? .proceed : .stay
  }
}

extension RoutableView where Requested: WalkScreen {
  /// A screen without ``Leaves``.
  package static var plainScreen: Self { declared() }
  /// A screen with ``Leaves``.
  package static var guardedScreen: Self { declared() }
}

/// A window and its user.
@MainActor package protocol WalkWindow {
  associatedtype Screen: WalkScreen

  /// The routes of ``RoutableView/plainScreen`` and ``RoutableView/guardedScreen``.
  @RoutesBuilder static var routes: Routes { get }
  /// The kinds of path of the screens that stay when a screen of a stack below goes.
  static var layers: [RoutePath.Kind] { get }
  /// Whether the window retains removed screens.
  static var keepsRecords: Bool { get }

  init()

  /// Gives the window the navigator that its user's actions need.
  func connect(to navigator: Navigator)
  /// The screens, the lowest first, without parts.
  var shown: [Screen] { get }

  /// Returns the paths along which the window can show another screen above the shown ones.
  func paths(above screens: [WalkedScreen<Screen>]) -> [RoutePath]
  /// Returns the number of views directly inside the screen's view, or nil if the screen has no loaded view.
  func viewCount(of screen: Screen) -> Int?
  /// Returns the path of a part of a screen, or nil if no request shows parts.
  func part(of screen: Screen) -> RoutePath?
  /// Removes the topmost screen as the user does, unless it stays, and returns false if the user can't try.
  func leaveTopmost(_ screen: WalkedScreen<Screen>) async -> Bool
  /// Waits until all changes are complete.
  func settle() async
}

extension WalkWindow {
  @RoutesBuilder package static var routes: Routes {
    Route(Screen.self) { RoutableView<Screen>.plainScreen }
    Route(Screen.self) {
      RoutableView<Screen>.guardedScreen
      Leaves { $0.answer() }
    }
  }
  package static var layers: [RoutePath.Kind] { [] }
  package static var keepsRecords: Bool { false }
  package func connect(to navigator: Navigator) {}
  package func viewCount(of screen: Screen) -> Int? { nil }
  package func part(of screen: Screen) -> RoutePath? { nil }
  package func settle() async { for _ in 0..<20 { await Task.yield() } }
}

/// A screen or a part, with the state that a walk expects.
@MainActor package final class WalkedScreen<Screen: WalkScreen> {
  let route: ActiveRoute<Screen>
  package private(set) weak var screen: Screen?
  /// The parts, the oldest first.
  var parts: [WalkedScreen] = []
  private let isGuarded: Bool
  private(set) var questions = 0
  var mayLeave = false { didSet { screen?.mayLeave = mayLeave } }

  /// Creates the expectation of a shown screen.
  init(_ route: ActiveRoute<Screen>, isGuarded: Bool) {
    (self.route, self.isGuarded, screen) = (route, isGuarded, route.destination)
  }

  package var kind: RoutePath.Kind { route.path.kind }
  /// The screen, and its parts.
  var all: [WalkedScreen] { [self] + parts }
  /// Whether the screen or a part of it has ``Leaves``.
  package var isAsked: Bool { all.contains(where: \.isGuarded) }

  /// Asks the screen after its parts, the newest first, and returns whether all may leave.
  func asks() -> Bool {
    for part in parts.reversed() where !part.asks() { return false }
    guard isGuarded else { return true }
    questions += 1
    return mayLeave
  }
}
