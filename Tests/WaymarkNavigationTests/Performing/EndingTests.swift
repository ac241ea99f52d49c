import SeededTesting
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkNavigation

/// Performs routes, asks, and navigates at random, with a presenter that succeeds or fails.
///
/// In every case, once all decisions have ended and the user has closed all views, nothing waits.
@MainActor
@Suite("The end of all waiting tasks")
struct EndingTests {
  @Test(arguments: try Seeds.first(32))
  func `every wait ends`(seed: UInt64) async throws {
    let model = try EndingModel(seed: seed)
    for _ in 0..<120 { await model.step() }
    let open = try await model.end(within: .seconds(60))
    #expect(
      open.isEmpty, "these did not end within 60 seconds: \(open) of seed \(seed), after: \(model.journal)")
  }
}

/// A value as a view.
private struct Label: PreviewInputValue {}
@MainActor private protocol PreviewInputValue {}

extension RoutableView<any PreviewInputValue> { fileprivate static var label: Self { declared() } }

/// Closures that decide at random, at once or when the gate is opened.
@MainActor private final class RandomGate {
  private var waiting: [CheckedContinuation<Void, Never>] = []
  var random: (Int) -> Int = { _ in 0 }

  /// Lets all waiting closures proceed.
  func open() {
    let all = waiting
    waiting = []
    for continuation in all { continuation.resume() }
  }

  func decision() async throws -> RouteDecision {
    await pass()
    switch random(8) {
    case 0: return .refuse(Failure(description: "closed"))
    case 1: return .redirect(to: RoutableView<any EditorInput>())
    case 2: return .redirectToURL("notes://nowhere")
    case 3: throw Failure(description: "broken")
    default: return .proceed
    }
  }

  func leaving() async throws -> LeaveDecision {
    await pass()
    switch random(6) {
    case 0: return .stay
    case 1: throw Failure(description: "unsaved")
    default: return .proceed
    }
  }

  /// Waits for the gate, even if the task is canceled.
  private func pass() async {
    if random(3) > 0 { await withCheckedContinuation { waiting.append($0) } }
  }
}

@MainActor private final class EndingModel {
  private var numbers: SeededGenerator
  private let window = FickleWindow()
  private var presenter: FicklePresenter { window.presenter }
  private let gate = RandomGate()
  private let registry: Registry
  private let navigators: [Navigator]
  private var routes: [ActiveRoute<Any>] = []
  private var answers: [@MainActor (String?) -> Void] = []
  private var waits: [Int: (name: String, task: Task<Void, Never>)] = [:]
  private var count = 0
  private(set) var journal: [String] = []

  init(seed: UInt64) throws {
    numbers = SeededGenerator(seed: seed)
    let registry = try Self.makeRegistry(gate)
    self.registry = registry
    navigators = [Navigator.BusyPolicy.wait, .replace, .refuse].map { [window] policy in
      Navigator(from: window, in: registry, whileBusy: policy, keeping: .all)
    }
    // After a time limit, tasks can outlive the model.
    presenter.react = { [weak self] in
      [.succeed, .succeed, .fail, .wait, .wait, .wait, .forget][self?.random(7) ?? 0]
    }
    presenter.isRemovable = { [weak self] in self?.random(8) != 0 }
    gate.random = { [weak self] in self?.random($0) ?? 0 }
  }

  private static func makeRegistry(_ gate: RandomGate) throws -> Registry {
    try Registry {
      Route(Editor.self) {
        RoutableView<any EditorInput>()
        URLPattern("notes://plain")
      }
      Route(Label.self) {
        RoutableView(.label)
      } make: {
        Label()
      }
      Route(Picker.self) {
        RoutableView(.folderPicker)
      } make: {
        Picker()
      }
      Route(NamedScreen.self) {
        RoutableView(.home)
        URLPattern("notes://guarded")
        URLPattern("notes://guarded/:id", through: "notes://guarded")
        Intercepts { _ in try await gate.decision() }
        Leaves { _ in try await gate.leaving() }
      } make: {
        NamedScreen("guarded")
      }
    }
  }

  private func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }

  private func any<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &numbers) }

  // MARK: - Steps

  /// Performs a random operation, then lets the tasks run for some turns.
  func step() async {
    act()
    for _ in 0..<random(4) { await Task.yield() }
  }

  private func act() {
    let path = RoutePath.push(from: window)
    switch random(20) {
    case 0: perform("plain", RoutableView<any EditorInput>())
    case 1: perform("label", RoutableView(.label))
    case 2, 3: perform("guarded", RoutableView(.home))
    case 4: with(any(routes), "perform again") { try $0.perform() }
    case 5: with(any(routes), "remove") { try $0.remove() }
    case 6: wait(for: any(routes), "leave") { try await $0.leave() }
    case 7: wait(for: any(routes), "completed") { try await $0.completed() }
    case 8: wait(for: any(routes), "removed") { try await $0.removed() }
    case 9: with(any(routes), "states") { watch($0.states) }
    case 10, 11: ask(path)
    case 12:
      with(any(answers), "answer") { $0("home") }
    case 13:
      journal.append("close")
      if !presenter.shown.isEmpty { presenter.close(random(presenter.shown.count)) }
    case 14, 15:
      journal.append("complete")
      if !presenter.pending.isEmpty {
        presenter.complete(random(presenter.pending.count), failing: random(3) == 0)
      }
    case 16: navigate()
    case 17:
      with(any(navigators), "receive") {
        $0.receive("notes://guarded/1")
        $0.retry()
      }
    case 18:
      let number = any(waits.keys.sorted())
      journal.append("cancel \(number ?? 0)")
      number.flatMap { waits[$0] }?.task.cancel()
    default:
      journal.append("open the gate")
      gate.open()
    }
  }

  private func perform(_ name: String, _ token: any Routable) {
    journal.append("perform \(name)")
    let path = RoutePath.push(from: window)
    if let active = try? registry.anyRouter(to: token)?.perform(path) { routes.append(active) }
  }

  private func with<Subject>(_ subject: Subject?, _ name: String, _ body: (Subject) throws -> Void) {
    journal.append(name)
    if let subject { try? body(subject) }
  }

  private func ask(_ path: RoutePath) {
    wait("ask") { [self] in
      _ = try await registry.ask(.folderPicker, path: path, for: String.self) { [self] picker, answer in
        if random(4) > 0 { picker.onPick = answer }
        answers.append { [weak picker] in picker?.onPick?($0) }
      }
    }
  }

  private func navigate() {
    guard let navigator = any(navigators) else { return }
    let url = any(["notes://plain", "notes://guarded", "notes://guarded/1", "notes://guarded/2"]) ?? ""
    switch random(5) {
    case 0: wait("back") { try await navigator.back() }
    case 1: wait("back to") { try await navigator.back(to: .home) }
    case 2:
      wait("apply") { [self] in
        let changes = try navigator.changes(to: registry.plan(for: url))
        try await navigator.apply(changes, asking: false)
      }
    default: wait("open") { try await navigator.open(url) }
    }
  }

  // MARK: - Waits

  private func wait(
    for route: ActiveRoute<Any>?, _ name: String,
    _ body: @escaping @MainActor (ActiveRoute<Any>) async throws -> Void
  ) {
    guard let route else { return }
    wait(name) { try await body(route) }
  }

  /// Starts a task that waits.
  private func wait(_ name: String, _ body: @escaping @MainActor () async throws -> Void) {
    count += 1
    let number = count
    journal.append("\(name) \(number)")
    waits[number] = (
      name,
      Task {
        try? await body()
        waits[number] = nil
      }
    )
  }

  private func watch(_ states: AsyncStream<RouteState>) {
    wait("states") { for await _ in states {} }
  }

  /// Ends everything that depends only on the presenter, the user, and the closures.
  ///
  /// - Returns: The waits that haven't ended.
  func end(within limit: Duration) async throws -> [String] {
    // In every other model, the presenter completes nothing anymore, and the user closes all views.
    let completes = random(2) == 0
    let deadline = ContinuousClock.now + limit
    var turns = 0
    // On a machine under load, one turn can take long.
    func isInTime() -> Bool {
      turns += 1
      return turns < 10_000 || ContinuousClock.now < deadline
    }
    func isBusy() -> Bool {
      waits.values.contains { $0.name != "states" }
        || navigators.contains { $0.opening != nil || !$0.changes.isEmpty }
    }
    while isBusy(), isInTime() {
      gate.open()
      if completes, !presenter.pending.isEmpty {
        presenter.complete(random(presenter.pending.count), failing: random(3) == 0)
      }
      if !presenter.shown.isEmpty { presenter.close(random(presenter.shown.count)) }
      for _ in 0..<10 { await Task.yield() }
      try await Task.sleep(for: .microseconds(100))
    }
    // Streams of states end with their routes, because nothing retains the routes anymore.
    (routes, answers) = ([], [])
    presenter.forgetChanges()
    while !presenter.shown.isEmpty { presenter.close(0) }
    turns = 0
    while !waits.isEmpty, isInTime() { try await Task.sleep(for: .milliseconds(1)) }
    let busy = navigators.filter { $0.opening != nil || !$0.changes.isEmpty }.map {
      "navigator \($0.whileBusy)"
    }
    return waits.sorted { $0.key < $1.key }.map { "\($0.value.name) \($0.key)" } + busy
  }
}
