import SeededTesting
internal import Waymark

/// Random requests and actions of a user in a toolkit's window, compared with a list of screens.
///
/// Each presenter has the same walk, so a screen is shown, asked, and removed by the same rules in each toolkit.
@MainActor package final class PresenterWalk<Window: WalkWindow> {
  private typealias Walked = WalkedScreen<Window.Screen>

  private let registry: Registry
  private let window = Window()
  private let navigator: Navigator?
  private var random: SeededGenerator
  private var screens: [Walked] = []
  private var gone: [Walked] = []
  private var steps: [String] = []

  /// Creates a walk in an empty window.
  package init(seed: UInt64) throws {
    registry = try Registry { Window.routes }
    let source = window.paths(above: []).first?.source
    navigator = source.map { [registry] in Navigator(from: $0, in: registry) }
    random = SeededGenerator(seed: seed)
    if let navigator { window.connect(to: navigator) }
  }

  /// Takes a number of steps, and then removes all screens.
  package func run(steps count: Int = 40) async throws {
    for _ in 0..<count {
      try await step()
      try compare()
    }
    while let lowest = screens.first {
      try await remove(lowest, with: lowest)
      try compare()
    }
  }

  /// Takes a random step if possible.
  private func step() async throws {
    let screen = screens.randomElement(using: &random)
    let part = screen?.all.randomElement(using: &random)
    switch (Int.random(in: 0..<10, using: &random), screen, part) {
    case (0...2, _, _), (_, nil, _):
      guard let path = window.paths(above: screens).randomElement(using: &random) else { return }
      screens.append(try await show(path))
    case (3, let screen?, _):
      guard let path = screen.screen.flatMap(window.part) else { return }
      screen.parts.append(try await show(path))
    case (4, let screen?, let part?): try await remove(part, with: screen)
    case (5...6, let screen?, let part?): try await leave(part, with: screen)
    case (7...8, _, _):
      guard let top = screens.last, await window.leaveTopmost(top) else { return }
      steps.append("user leaves")
      await window.settle()
      if top.asks() { removed(top, with: top) }
    default:
      part?.mayLeave.toggle()
      steps.append("toggle")
    }
  }

  /// Shows a screen or a part, with or without ``Leaves``.
  private func show(_ path: RoutePath) async throws -> Walked {
    let isGuarded = Bool.random(using: &random)
    steps.append("show \(isGuarded ? "guarded" : "plain") \(path.kind)")
    let token: RoutableView<Window.Screen> = isGuarded ? .guardedScreen : .plainScreen
    let route = try attempt { try registry.perform(to: token, path: path) }
    await window.settle()
    return Walked(route, isGuarded: isGuarded)
  }

  /// Removes a screen, or a part of one, without asking.
  private func remove(_ walked: Walked, with screen: Walked) async throws {
    steps.append("remove \(name(walked, of: screen))")
    try attempt { try walked.route.remove() }
    await window.settle()
    removed(walked, with: screen)
  }

  /// Removes a screen, or a part of one, if nothing that goes with it decides to stay.
  private func leave(_ walked: Walked, with screen: Walked) async throws {
    steps.append("leave \(name(walked, of: screen))")
    var result: Result<Bool, any Error>?
    Task {
      do { result = .success(try await walked.route.leave()) } catch { result = .failure(error) }
    }
    // The presenter's animations end meanwhile.
    for _ in 0..<1000 where result == nil { await window.settle() }
    let leaves = going(with: walked, of: screen).reversed().allSatisfy { $0.asks() }
    let answer: Bool? = try attempt { try result?.get() }
    try expect(answer, leaves, "the answer of leaving")
    if leaves { removed(walked, with: screen) }
  }

  /// Returns a part alone, or a screen and those above it, for one of a stack only up to a layer.
  private func going(with walked: Walked, of screen: Walked) -> [Walked] {
    let isLayer = { (screen: Walked) in Window.layers.contains(screen.kind) }
    let above = screens.drop { $0 !== walked }.dropFirst()
    return [walked] + (isLayer(walked) ? above : above.prefix { !isLayer($0) })
  }

  /// Notes that a part is gone, or a screen and all that goes with it.
  private func removed(_ walked: Walked, with screen: Walked) {
    for walked in going(with: walked, of: screen) {
      gone += walked.all
      screens.removeAll { $0 === walked }
      screen.parts.removeAll { $0 === walked }
    }
  }

  /// Compares the window with the expected screens.
  private func compare() throws {
    for walked in screens.flatMap(\.all) {
      try expect(walked.route.state, .routed, "the state of a shown \(walked.kind)")
      try expect(walked.screen?.questions, walked.questions, "the questions to a \(walked.kind)")
    }
    for walked in screens {
      // Some views refuse subviews, such as the view of a hosting controller, so a presenter adds only parts.
      guard let count = walked.screen.flatMap(window.viewCount) else { continue }
      try expect(count, walked.parts.count, "the views inside of a \(walked.kind)")
    }
    for walked in gone {
      try expect(walked.route.state, .removed, "the state of a removed \(walked.kind)")
      // The route is alive, but not the screen.
      try expect(walked.screen != nil && !Window.keepsRecords, false, "the life of a removed \(walked.kind)")
    }
    let expected = screens.compactMap { $0.screen.map(ObjectIdentifier.init) }
    try expect(window.shown.map(ObjectIdentifier.init), expected, "the screens")
    try expect(navigator?.screens.map(\.kind), screens.map { "\($0.kind)" }, "the navigator's screens")
  }

  /// Returns the index of a screen, for the list of steps.
  private func name(_ walked: Walked, of screen: Walked) -> String {
    "\(walked === screen ? "" : "a part of ")\(screens.firstIndex { $0 === screen } ?? 0)"
  }

  /// Throws an error together with the steps.
  private func attempt<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw WalkDifference(difference: "\(error)", steps: steps) }
  }

  /// Throws the difference of two values together with the steps.
  private func expect<Value: Equatable>(_ actual: Value, _ expected: Value, _ name: String) throws {
    let difference = "\(name): \(actual), expected \(expected)"
    if actual != expected { throw WalkDifference(difference: difference, steps: steps) }
  }
}

/// A difference between a window and the expectation, and the steps that lead to it.
private struct WalkDifference: Error {
  let difference: String
  let steps: [String]
}
