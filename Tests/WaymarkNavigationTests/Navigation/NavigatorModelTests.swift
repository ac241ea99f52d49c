import Foundation
import SeededTesting
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkNavigation

/// Drives a navigator and a plain reference with the same random operations, and compares screens, events, and errors.
///
/// The operations open plans and URLs, go back, dismiss screens as the user does, and show screens without the
/// navigator. Interceptors redirect some steps for some time, in half of the runs after other tasks. Meanwhile, the
/// presenter fails or completes late, the user dismisses a screen, the task is canceled, or another change is requested.
@MainActor
@Suite("A navigator compared with a reference", .serialized)
struct NavigatorModelTests {
  @Test(arguments: try Seeds.first(100))
  func `a hundred random operations match the reference`(seed: UInt64) async throws {
    let difference: String? = try await inTime {
      let run = try NavigationRun(seed: seed)
      for number in 0..<100 {
        if let difference = try await run.operate() {
          return "operation \(number), \(run.policy): \(difference)"
        }
      }
      return nil
    }
    #expect(difference == nil)
  }
}

@MainActor private protocol SignInInput: AnyObject {}

extension RoutableView<any SignInInput> { fileprivate static var signIn: Self { declared() } }

@MainActor private final class Screen: PreviewInput, HomeInput, LoginInput, SignInInput {
  let url: String
  init(_ url: String) { self.url = url }
}

/// A window with a navigator, and its reference.
@MainActor private final class NavigationRun {
  typealias Request = NavigationReference.Request

  /// The URLs of the screens that stay, or of the steps that interceptors redirect.
  @MainActor final class ChosenURLs { var urls: Set<String> = [] }

  let policy: Navigator.BusyPolicy
  private let window = FickleWindow()
  private let log = Log()
  private let registry: Registry
  private let navigator: Navigator
  private let staying = ChosenURLs()
  private let redirected = ChosenURLs()
  private var reference = NavigationReference()
  private var random: SeededGenerator
  private var steps: [String: RoutePlan.Step] = [:]
  /// The presenter's actions for the next changes, which succeed after the last one.
  private var script: [NavigationReference.Action] = []
  private var cancel: () -> Void = {}
  /// Requests another change, and waits until the navigator has received it.
  private var requestAnother: () async -> Void = {}

  init(seed: UInt64) throws {
    let (log, staying, redirected) = (log, staying, redirected)
    func route<Requested>(
      _ letter: String, _ view: ProvidedView<Screen, Requested>, through parent: String? = nil
    ) -> Route {
      Route(Screen.self) {
        view
        Identifier(letter)
        URLPattern("model://\(letter)/:number", through: parent)
        Leaves { staying.urls.contains($0.url) ? .stay : .proceed }
      } make: { routes in
        Screen(routes.url ?? "none")
      }
    }
    registry = try Registry {
      Observes { log.append("\($0.phase.word) \($0.url ?? "none")") }
      if seed / 3 % 2 == 0 {
        Intercepts(immediately: { attempt in
          redirected.urls.contains(attempt.url ?? "none") ? .redirect(to: .signIn) : .proceed
        })
      } else {
        Intercepts(when: { redirected.urls.contains($0.url ?? "none") }) { _ in
          await Task.yield()
          return .redirect(to: .signIn)
        }
      }
      Route(Screen.self) {
        RoutableView(.signIn)
        Leaves { staying.urls.contains($0.url) ? .stay : .proceed }
      } make: {
        Screen("none")
      }
      route("a", RoutableView<any PreviewInput>.as { $0 })
      route("b", RoutableView<any HomeInput>.as { $0 })
      route("c", RoutableView<any LoginInput>.as { $0 }, through: "model://b/:number")
    }
    policy = [.wait, .replace, .refuse][Int(seed % 3)]
    navigator = Navigator(from: window, in: registry, whileBusy: policy)
    random = SeededGenerator(seed: seed)
    window.presenter.react = { [unowned self] in react() }
  }

  /// Treats a change of the window by the script.
  private func react() -> FicklePresenter.Reaction {
    let presenter = window.presenter
    let action = script.isEmpty ? .succeed : script.removeFirst()
    presenter.afterSuccess = { if case .dismiss = action { presenter.dismissTopmost() } }
    switch action {
    case .succeed, .dismiss: return .succeed
    case .fail: return .fail
    case .succeedLate, .cancel, .request:
      Task {
        switch action {
        case .cancel:
          cancel()
          await Task.yield()
        case .request: await requestAnother()
        default: await Task.yield()
        }
        presenter.complete()
      }
      return .wait
    }
  }

  /// Performs a random operation.
  ///
  /// - Returns: The difference afterward, or nil.
  func operate() async throws -> String? {
    let operation: String
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1:
      operation = "dismiss"
      window.presenter.dismissTopmost()
      reference.dismiss()
    case 2, 3:
      operation = "show"
      try registry.perform(identifier: "a", path: .push(from: window))
      reference.show("none")
    case 4:
      let url = Int.random(in: 0..<4, using: &random) == 0 ? "none" : url()
      operation = "toggle \(url)"
      staying.urls.formSymmetricDifference([url])
      reference.staying = staying.urls
    case 5:
      let url = Bool.random(using: &random) ? url() : url().replacing("//c/", with: "//b/")
      operation = "redirect \(url), or no longer"
      redirected.urls.formSymmetricDifference([url])
      reference.redirected = redirected.urls
    default:
      let script = (0..<3).map { _ in action() }
      let first = request()
      operation = "\(first), \(script)"
      if let problem = await change(first, script) { return "\(operation): \(problem)" }
    }
    return difference().map { "\(operation): \($0)" }
  }

  // MARK: - Changes

  private func change(_ request: Request, _ script: [NavigationReference.Action]) async -> String? {
    var (tasks, codes): ([Task<Void, Never>], [RouteError.Code?]) = ([], [])
    let second = Request.plan(urls(), asking: true)
    self.script = script
    // The change in progress is the first one that hasn't ended. A refused one has never begun.
    cancel = { [policy] in tasks[policy == .refuse ? 0 : codes.count].cancel() }
    requestAnother = { [navigator] in
      guard tasks.count == 1 else { return }
      let last = navigator.changes.last
      tasks.append(Task { codes.append(await self.perform(second)) })
      // A refused change ends without waiting.
      while navigator.changes.last === last, codes.isEmpty { await Task.yield() }
    }
    tasks.append(Task { codes.append(await perform(request)) })
    await tasks[0].value
    if tasks.count > 1 { await tasks[1].value }
    self.script = []
    var script = script
    let isReplaced = policy == .replace
    var expected = [reference.make(request, &script, replaced: isReplaced)]
    if tasks.count > 1 {
      if policy == .refuse {
        // The refused change ends first.
        expected.insert(.busy, at: 0)
      } else {
        expected.append(reference.make(second, &script, replaced: false))
      }
    }
    return codes == expected ? nil : "ended with \(codes), expected \(expected)"
  }

  /// Makes a change with the navigator.
  ///
  /// - Returns: The code of the error, or nil.
  private func perform(_ request: Request) async -> RouteError.Code? {
    do throws(Navigator.Failure) {
      switch request {
      case .back: try await navigator.back()
      case .open(let url): try await navigator.open(url)
      case .plan(let urls, let asking):
        let steps = urls.compactMap { step(for: $0) }
        guard let changes = try? navigator.changes(to: RoutePlan(steps: steps)) else { return .unknownURL }
        try await navigator.apply(changes, asking: asking)
      }
      return nil
    } catch {
      return error.code
    }
  }

  /// Returns the step that opens a URL.
  private func step(for url: String) -> RoutePlan.Step? {
    if let step = steps[url] { return step }
    steps[url] = (try? registry.plan(for: url))?.steps.last
    return steps[url]
  }

  // MARK: - The comparison

  private func difference() -> String? {
    let events = log.all
    log.clear()
    let expected = reference.takeEvents()
    if events != expected { return "events \(events), expected \(expected)" }
    let urls = reference.screens.map(\.url)
    let shown = window.presenter.shown.map { ($0.destination as? Screen)?.url ?? "" }
    if shown != urls { return "shows \(shown), expected \(urls)" }
    let known = navigator.screens.map { $0.url ?? "none" }
    let steps = reference.screens.map(\.step)
    if known != steps { return "knows \(known), expected \(steps)" }
    let plan = navigator.plan.steps.map(\.url)
    return plan == reference.plan ? nil : "plan \(plan), expected \(reference.plan)"
  }

  // MARK: - Chance

  private func url() -> String {
    "model://\(Bool.random(using: &random) ? "a" : "c")/\(Int.random(in: 0..<2, using: &random))"
  }

  private func urls() -> [String] {
    // Often the current screens, up to some screen, and others above it.
    let kept = reference.plan.prefix(Int.random(in: 0..<5, using: &random))
    return kept + (0..<Int.random(in: 0..<4, using: &random)).map { _ in url() }
  }

  private func request() -> Request {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: .back(of: reference.screens.last?.number)
    case 1: .open(url())
    default: .plan(urls(), asking: Int.random(in: 0..<4, using: &random) > 0)
    }
  }

  private func action() -> NavigationReference.Action {
    switch Int.random(in: 0..<16, using: &random) {
    case 0: .fail
    case 1: .succeedLate
    case 2: .cancel
    case 3: .dismiss
    case 4: .request
    default: .succeed
    }
  }
}
