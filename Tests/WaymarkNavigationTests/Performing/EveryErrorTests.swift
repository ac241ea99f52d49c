import ScriptedWindow
import SharedFixtures
import Testing
import Waymark
import WaymarkToolkit

private final class StartedClock: TimeSource { let now = 1 }

@MainActor private final class KeptScreen: PreviewInput, ViewDestination { init() {} }

/// A view with a failing factory.
@MainActor private final class BrokenScreen: HeadingInput { var heading = "" }

@MainActor private class Panel {}
private final class SidePanel: Panel {}
/// A view that its route replaces with a view of another class.
@MainActor private class Sheet {}
private final class WideSheet: Sheet {}

/// An object that the toolkit makes and no route prepares.
@MainActor private final class Picture {}

extension RoutableServices<any Undeclared> { fileprivate static var otherChecks: Self { declared() } }

/// All failures of a small application, each with a closure that causes it.
@MainActor
final class Failing: RouteVocabulary {
  let log = Log()
  let window = ScriptedWindow()
  let registry: Registry
  var presenter: ScriptedPresenter { window.presenter }
  var path: RoutePath { .push(from: window) }
  var decide: @MainActor (RouteAttempt) async throws -> RouteDecision = { _ in .proceed }
  var leave: @MainActor () async throws -> LeaveDecision = { .proceed }
  /// The error that a closure of the application has caught.
  var caught: (any Error)?

  @MainActor private final class Decisions { weak var failing: Failing? }

  init() throws {
    let (log, decisions) = (log, Decisions())
    registry = try Registry {
      ReportsErrors { log.append("\($0)") }
      Route(Editor.self) {
        View<any EditorInput>()
        Identifier("editor")
        URLPattern("notes://editor")
      }
      Route(KeptScreen.self) {
        View<any PreviewInput>()
        Singleton()
        Supports(.push)
      }
      Route(BrokenScreen.self) {
        View<any HeadingInput>()
        URLPattern("notes://broken")
      } make: {
        throw Mistake()
      }
      Route(NamedScreen.self) {
        View(.home)
        URLPattern("notes://home/:id")
        Intercepts { try await decisions.failing?.decide($0) ?? .proceed }
        Leaves { _ in try await decisions.failing?.leave() ?? .proceed }
      } make: { routes in
        NamedScreen("\(try routes.parameters?.value("id", as: Int.self) ?? 0)")
      }
      Route(OpenedNote.self, configuration: OpenNoteConfiguration.init) {
        ViewModule(.openNote)
        URLPattern(for: OpenNoteConfiguration.self, "notes://note/\(\.id)")
      } make: { configuration, _ in
        OpenedNote(configuration)
      }
      Route(Panel.self) {
        View<Panel>(declaredProtocol: Panel.self)
      } make: {
        Panel()
      } prepare: { panel, _ in
        if panel is SidePanel { throw Mistake() }
      }
      Route(Sheet.self) {
        View<Sheet>(declaredProtocol: Sheet.self)
      } make: {
        Sheet()
      } prepare: { sheet, _ in
        sheet = Sheet()
      }
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Identifier("store")
      } make: {
        throw Mistake()
      }
      Route(NamedCheck.self) {
        Contributes(to: .healthChecks)
      } make: {
        throw Mistake()
      }
      Route(StoreProxy.self) {
        Service<any RequiredStore>()
        Singleton()
      } make: { routes async throws in
        StoreProxy(try Registry.current.makeDestination(to: Service<any NoteStore>()))
      }
      Route(StartedClock.self) {
        Service<any TimeSource>()
        Scoped(to: AppWindow.self)
        Stopping { _ in throw Mistake() }
      } make: {
        StartedClock()
      }
    }
    decisions.failing = self
  }

  func perform(_ configuring: @escaping @MainActor (inout PerformOptions<any EditorInput>) -> Void = { _ in })
    throws -> ActiveRoute<any EditorInput>
  {
    try registry.perform(to: View<any EditorInput>(), path: path, configuring: configuring)
  }

  func home() throws -> ActiveRoute<any HomeInput> { try registry.perform(to: .home, path: path) }

  /// Waits for the home screen, about which an interceptor decides.
  func home(_ decide: @escaping @MainActor (RouteAttempt) async throws -> RouteDecision) async throws {
    self.decide = decide
    _ = try await home().completed()
  }

  /// Opens a URL, and waits for its screen.
  func open(_ url: String) async throws { _ = try await registry.open(url, path).completed() }

  func perform(_ plan: RoutePlan) async throws { try await registry.perform(plan, from: window) }

  /// Throws a reported error again, after its consequence has replaced it in the log.
  func replaceReport(by error: any Error) throws {
    log.clear()
    log.append("\(error)")
    throw error
  }

  func settle() async { await letOthersProceed(50) }

  /// Returns a registry with one service to start, which reports to the log.
  func starting(_ start: @escaping @Sendable () async throws -> Void) throws -> Registry {
    try Registry {
      ReportsErrors { [log] in log.append("\($0)") }
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Singleton()
        Starting { _ in try await start() }
      }
    }
  }

  func navigating(_ body: (Navigator) async throws -> Void) async throws {
    try await body(Navigator(from: window, in: registry))
  }

  /// Opens the home screen and goes back.
  func goingBack(_ leave: @escaping @MainActor () async throws -> LeaveDecision) async throws {
    self.leave = leave
    try await navigating {
      try await $0.open("notes://home/1")
      try await $0.back()
    }
  }

  /// Requests a change during another one, or cancels the other one, and throws the error of the failing change.
  func interrupting(_ policy: Navigator.BusyPolicy?) async throws {
    let navigator = Navigator(from: window, in: registry, whileBusy: policy ?? .wait)
    presenter.isPrompt = false
    // A replaced change finishes the step in progress, so it needs another step to fail at.
    let step = try registry.plan(for: "notes://editor").steps
    let changes = try navigator.changes(to: RoutePlan(steps: step + step))
    let first = Task { try await navigator.apply(changes) }
    await settle()
    let second = Task { try await navigator.open("notes://editor") }
    await settle()
    if policy == nil { second.cancel() }
    await settle()
    presenter.isPrompt = true
    presenter.complete()
    let ends = [await first.result, await second.result]
    for end in ends { try end.get() }
  }
}

/// A way to fail.
struct FailingWay: Sendable, CustomTestStringConvertible, RouteVocabulary {
  let code: RouteError.Code
  let testDescription: String
  /// Whether the caller gets the error.
  let isThrown: Bool
  let run: @MainActor @Sendable (Failing) async throws -> Void

  init<Value>(
    _ code: RouteError.Code, _ name: String, isThrown: Bool = true,
    _ run: @escaping @MainActor @Sendable (Failing) async throws -> Value
  ) {
    (self.code, testDescription, self.isThrown) = (code, name, isThrown)
    self.run = { _ = try await run($0) }
  }

  static let requesting: [FailingWay] = [
    Self(.unregistered, "unknown token") { try $0.registry.makeDestination(to: Service<any Draft>()) },
    Self(.factoryFailed, "factory") { try $0.registry.makeDestination(to: Service<any NoteStore>()) },
    Self(.factoryFailed, "property") {
      try Registry.withCurrent($0.registry) { _ = try Routed(Service<any NoteStore>()).resolve() }
    },
    Self(.unregistered, "unknown identifier") { try $0.registry.makeDestination(identifier: "nothing") },
    Self(.notAService, "view as a service") {
      try AnyRouter(identifier: "editor", in: $0.registry).makeService()
    },
    Self(.factoryFailed, "service by identifier") {
      try AnyRouter(identifier: "store", in: $0.registry).makeService()
    },
    Self(.factoryFailed, "router of any service") {
      try $0.registry.anyRouter(to: Service<any NoteStore>())?.makeService()
    },
    Self(.preparationFailed, "preparation") {
      try $0.registry.makeDestination(to: View<any EditorInput>()) { _ in throw Mistake() }
    },
    Self(.preparationFailed, "preparation by a router") { failing in
      let router = try DestinationRouter(to: View<any EditorInput>(), in: failing.registry)
      _ = try router.makeDestination { _ in throw Mistake() }
    },
    Self(.unregistered, "object of an unknown class") { try $0.registry.prepare(Picture()) },
    Self(.preparationFailed, "object of the toolkit") { try $0.registry.prepare(SidePanel()) },
    Self(.destinationMismatch, "object that is replaced") { try $0.registry.prepare(WideSheet()) },
    Self(.preparationFailed, "controllers of a segue") { failing in
      let preparing: (Picture) throws -> Void = { _ in throw Mistake() }
      let pending: PendingSegue<AnyObject>? = nil
      try failing.registry.prepare([Picture() as AnyObject], of: pending, preparing: preparing)
    },
    Self(.factoryFailed, "element of a collection") { try $0.registry.makeDestinations(of: .healthChecks) },
    Self(.factoryFailed, "element of contributions") {
      try $0.registry.contributions(to: .healthChecks).makeDestinations()
    },
    Self(.scopeNotOpen, "instance of a scope") {
      try $0.registry.makeDestination(to: Service<any TimeSource>())
    },
    Self(.scopeAlreadyOpen, "scope in itself") {
      try $0.registry.opening(AppWindow(number: 1)).opening(AppWindow(number: 2))
    },
    Self(.scopeClosed, "collection of a closed scope") { failing in
      let shift = try failing.registry.opening(AppWindow(number: 1))
      await shift.close()
      _ = try shift.makeDestinations(of: .otherChecks)
    },
    Self(.unregistered, "early registry") { failing in
      let early = try Registry(stage: .early) { ReportsErrors { [log = failing.log] in log.append("\($0)") } }
      _ = try early.makeDestination(to: Service<any Draft>())
    },
  ]

  static let performing: [FailingWay] = [
    Self(.factoryFailed, "performing with a failing factory") {
      try $0.registry.perform(to: View<any HeadingInput>(), path: $0.path)
    },
    Self(.preparationFailed, "caller's preparation") { failing in
      try failing.perform { $0.prepareDestination = { _ in throw Mistake() } }
    },
    Self(.destinationMismatch, "configuration as another view") { failing in
      try failing.registry.perform(to: .openNote, as: View<any HeadingInput>(), path: failing.path) { _, _ in
      }
    },
    Self(.invalidSource, "refusal of the presenter") { failing in
      failing.presenter.refusal = RouteError(.invalidSource, "no stack")
      _ = try failing.perform()
    },
    Self(.actionFailed, "presenter fails at once") { failing in
      failing.presenter.failure = Mistake()
      _ = try await failing.perform().completed()
    },
    Self(.actionFailed, "presenter forgets") { failing in
      failing.presenter.isPrompt = false
      let active = try failing.perform()
      failing.presenter.forgetCompletions()
      _ = try await active.completed()
    },
    Self(.actionFailed, "presenter completes twice", isThrown: false) { failing in
      failing.presenter.isPrompt = false
      _ = try failing.perform()
      let completion = try #require(failing.presenter.waiting.first)
      completion(nil)
      completion(nil)
    },
    Self(.alreadyPerforming, "performing twice") { failing in
      failing.presenter.isPrompt = false
      try failing.perform().perform()
    },
    Self(.actionFailed, "performing what is shown") { try $0.perform().perform() },
    Self(.actionFailed, "source that is gone") { failing in
      let path = RoutePath.push(from: ScriptedWindow())
      try failing.registry.perform(to: View<any EditorInput>(), path: path)
    },
    Self(.actionFailed, "view that was dismissed") { failing in
      let active = try failing.perform()
      failing.presenter.swipeBack()
      _ = try await active.completed()
    },
    Self(.actionFailed, "view that the presenter has lost") { failing in
      let active = try failing.perform()
      failing.presenter.forgetAll()
      _ = try await active.completed()
    },
    Self(.refused, "refusal") { try await $0.home { _ in .refuse(Mistake()) } },
    Self(.refused, "request of an interceptor") { failing in
      let registry = failing.registry
      do {
        try await failing.home { _ in
          _ = try registry.makeDestination(to: Service<any Draft>())
          return .proceed
        }
      } catch {
        // The request is reported, and its consequence isn't.
        #expect((error as? RouteError)?.underlying as? RouteError != nil)
        #expect(failing.log.all == ["\((error as? RouteError)?.underlying ?? Mistake())"])
        try failing.replaceReport(by: error)
      }
    },
    Self(.busy, "interceptor that waits") { failing in
      var active: ActiveRoute<any HomeInput>?
      failing.decide = { _ in
        failing.caught = await failure { _ = try await active?.completed() }
        return .proceed
      }
      active = try failing.home()
      _ = try await active?.completed()
      if let caught = failing.caught { throw caught }
    },
    Self(.redirected, "redirection") { try await $0.home { _ in .redirect(to: View<any EditorInput>()) } },
    Self(.unregistered, "redirection to nothing") { try await $0.home { _ in .redirect(to: View(.login)) } },
    Self(.factoryFailed, "redirection to what cannot be made") {
      try await $0.home { _ in .redirect(to: View<any HeadingInput>()) }
    },
    Self(.unknownURL, "redirection to an unknown URL") {
      try await $0.home { _ in .redirectToURL("notes://nothing") }
    },
    Self(.actionFailed, "presentation that a factory begins", isThrown: false) { failing in
      let other = ScriptedWindow()
      other.presenter.failure = Mistake()
      let registry = try failing.registry.extending {
        Route(ShownPreview.self) {
          View<ShownPreview>(declaredProtocol: ShownPreview.self)
        } make: { routes in
          try routes.registry.perform(to: View<any EditorInput>(), path: .push(from: other))
          return ShownPreview()
        }
      }
      let token = View<ShownPreview>(declaredProtocol: ShownPreview.self)
      #expect(try registry.perform(to: token, path: failing.path).state == .routed)
    },
    Self(.actionFailed, "question") { failing in
      failing.presenter.failure = Mistake()
      let _: Int? = try await failing.registry.ask(View<any EditorInput>(), path: failing.path) { _, _ in }
    },
    Self(.actionFailed, "removal after an answer") { failing in
      let presenter = failing.presenter
      failing.presenter.isPrompt = false
      let asking = Task { () -> Int? in
        try await failing.registry.ask(View<any EditorInput>(), path: failing.path) { _, answer in answer(7) }
      }
      await failing.settle()
      presenter.isPrompt = true
      presenter.failure = Mistake()
      presenter.complete()
      do { _ = try await inTime { try await asking.value } } catch {
        // The message says that the screen has answered.
        #expect(failing.log.all.count == 1 && "\(error)".contains("has answered"))
        try failing.replaceReport(by: error)
      }
    },
  ]

  static let removing: [FailingWay] = [
    Self(.actionFailed, "removing what was removed") { failing in
      let active = try failing.perform()
      try active.remove()
      try active.remove()
    },
    Self(.actionFailed, "waiting for the removal of what is not shown") { failing in
      failing.presenter.failure = Mistake()
      let active = try failing.perform()
      failing.log.clear()
      try await active.removed()
    },
    Self(.actionFailed, "presenter that cannot remove") { failing in
      failing.presenter.isRemovable = false
      try failing.perform().remove()
    },
    Self(.actionFailed, "presenter that fails to remove") { failing in
      failing.presenter.isPrompt = false
      let active = try failing.perform()
      failing.presenter.complete()
      try active.remove()
      let removal = Task { try await active.removed() }
      await failing.settle()
      failing.presenter.complete(Mistake())
      try await removal.value
    },
    Self(.preparationFailed, "preparation of a removal") { failing in
      try failing.perform().remove { $0.prepareDestination = { _ in throw Mistake() } }
    },
    Self(.actionFailed, "leaving what was removed") { failing in
      let active = try failing.perform()
      try active.remove()
      try await active.leave()
    },
    Self(.stayed, "error of Leaves") { failing in
      failing.leave = { throw Mistake() }
      let active = try failing.home()
      _ = try await active.completed()
      try await active.leave()
    },
    Self(.stayed, "error of Leaves, asked by the user", isThrown: false) { failing in
      failing.leave = { throw Mistake() }
      _ = try await failing.home().completed()
      #expect(await failing.presenter.swipeBackIfPossible() == false)
    },
    Self(.busy, "Leaves that leaves") { failing in
      let active = try failing.home()
      _ = try await active.completed()
      failing.leave = {
        failing.caught = await failure { try await active.leave() }
        return .proceed
      }
      try await active.leave()
      if let caught = failing.caught { throw caught }
    },
  ]

  static let starting: [FailingWay] = [
    Self(.factoryFailed, "request of an asynchronous factory") { try await $0.registry.start() },
    Self(.startFailed, "start") { try await $0.starting { throw Mistake() }.start() },
    Self(.startFailed, "start of an extension's base") {
      try await $0.starting { throw Mistake() }.extending {}.start()
    },
    Self(.startFailed, "start of several callers") { failing in
      let registry = try failing.starting {
        try await Task.sleep(for: .milliseconds(20))
        throw Mistake()
      }
      async let other: Void = registry.start()
      do { try await registry.start() } catch {
        _ = try? await other
        throw error
      }
    },
    Self(.stopFailed, "stop", isThrown: false) { failing in
      let shift = try failing.registry.opening(AppWindow(number: 1))
      _ = try shift.makeDestination(to: Service<any TimeSource>())
      await shift.close()
    },
    Self(.scopeClosed, "start of a closed scope") { failing in
      let registry = try Registry { ReportsErrors { [log = failing.log] in log.append("\($0)") } }
      let shift = try registry.opening(AppWindow(number: 1))
      await shift.close()
      try await shift.start()
    },
  ]

  static let urls: [FailingWay] = [
    Self(.unknownURL, "unknown URL") { try $0.registry.makeDestination(for: "notes://nothing") },
    Self(.malformedURL, "malformed URL") { try $0.registry.makeService(for: "not a URL") },
    Self(.notAService, "view's URL as a service") { try $0.registry.makeService(for: "notes://home/1") },
    Self(.invalidParameter, "parameter of a template") {
      try $0.registry.makeDestination(for: "notes://note/x")
    },
    Self(.invalidParameter, "opening with a parameter of a template") {
      try $0.registry.open("notes://note/x", $0.path)
    },
    Self(.invalidParameter, "parameter in a factory") {
      try $0.registry.makeDestination(for: "notes://home/x")
    },
    Self(.invalidParameter, "opening with a parameter in a factory") { try await $0.open("notes://home/x") },
    Self(.invalidParameter, "parameter in an interceptor") { failing in
      failing.decide = { attempt in
        _ = try attempt.parameters?.value("id", as: Int.self)
        return .proceed
      }
      try await failing.open("notes://home/x")
    },
    Self(.unsupportedPath, "plan along a tab") { try $0.registry.plan(for: "notes://editor", along: .tab) },
    Self(.missingParameter, "URL without a value") {
      try DestinationRouter(to: .home, in: $0.registry).url()
    },
    Self(.unknownURL, "URL of a route without a pattern") {
      try DestinationRouter(to: View<any PreviewInput>(), in: $0.registry).url()
    },
    Self(.factoryFailed, "URL of a configuration") {
      try ModuleRouter(to: .openNote, in: $0.registry).url { _ in throw Mistake() }
    },
    Self(.invalidParameter, "associated domains of a bad application") {
      try $0.registry.associatedDomains(appIDs: ["A"])
    },
    Self(.parentCycle, "cycle of parents") { failing in
      let registry = try failing.registry.extending {
        Route({ PlainDraft() }) {
          Service<any Draft>()
          URLPattern("/a/:x", through: "/b/:x")
          URLPattern("/b/:x")
          URLPattern("/b/1", through: "/a/1")
        }
      }
      _ = try registry.plan(for: "/a/1")
    },
    Self(.unsupportedPath, "plan with an unknown tab") { failing in
      failing.presenter.tabs = ["inbox"]
      try await failing.perform(RoutePlan(steps: [.tab("none")]))
    },
    Self(.factoryFailed, "step of a plan") { try await $0.perform($0.registry.plan(for: "notes://broken")) },
  ]

  static let navigating: [FailingWay] = [
    Self(.unknownURL, "navigating to an unknown URL") {
      try await $0.navigating { try await $0.open("notes://nothing") }
    },
    Self(.unknownURL, "received URL", isThrown: false) { failing in
      let navigator = Navigator(from: failing.window, in: failing.registry)
      navigator.receive("notes://nothing")
      await failing.settle()
    },
    Self(.factoryFailed, "navigating to what cannot be made") {
      try await $0.navigating { try await $0.open("notes://broken") }
    },
    Self(.actionFailed, "navigating with a presenter that fails") { failing in
      failing.presenter.failure = Mistake()
      try await failing.navigating { try await $0.open("notes://editor") }
    },
    Self(.invalidParameter, "navigating with a bad parameter") {
      try await $0.navigating { try await $0.open("notes://home/x") }
    },
    Self(.actionFailed, "nothing to go back to") { try await $0.navigating { try await $0.back() } },
    Self(.actionFailed, "no screen to go back to") {
      try await $0.navigating { try await $0.back(to: .home) }
    },
    Self(.stayed, "screen that stays") { try await $0.goingBack { .stay } },
    Self(.stayed, "screen whose Leaves throw") { try await $0.goingBack { throw Mistake() } },
    Self(.busy, "busy navigator") { try await $0.interrupting(.refuse) },
    Self(.superseded, "change that is replaced") { try await $0.interrupting(.replace) },
    Self(.refused, "change that is canceled") { try await $0.interrupting(nil) },
    Self(.unsupportedPath, "no tabs") { failing in
      try await failing.navigating { _ = try $0.changes(to: RoutePlan(steps: [.tab("inbox")])) }
    },
  ]
}

@MainActor
@Suite("Reports of every error")
struct EveryErrorTests {
  @Test(
    arguments: FailingWay.requesting + FailingWay.performing + FailingWay.removing + FailingWay.starting
      + FailingWay.urls + FailingWay.navigating + FailingWay.navigators)
  func `each error is reported once`(_ way: FailingWay) async throws {
    let failing = try Failing()
    let caught = try await inTime { await failure { try await way.run(failing) } }
    let inner = (caught as? Navigator.Failure)?.error ?? (caught as? RoutePlan.Failure)?.error
    let thrown = inner ?? caught
    await failing.settle()
    try #require(failing.log.all.count == 1, "\(failing.log.all.joined(separator: "\n"))")
    #expect(failing.log.all[0].contains("[\(way.code)]"))
    #expect((thrown != nil) == way.isThrown)
    guard let thrown else { return }
    #expect((thrown as? RouteError)?.code == way.code)
    #expect(failing.log.all == ["\(thrown)"])
  }

  /// Each declaration receives the error, even in an extension of a failing base.
  @Test func `an extension's declarations observe errors of its base`() async throws {
    let (failing, more) = (try Failing(), Log())
    let registry = try failing.starting { throw Mistake() }.extending {
      ReportsErrors { more.append("\($0)") }
    }
    await #expect(throws: RouteError.self) { try await registry.start() }
    #expect(failing.log.all.count == 1 && more.all == failing.log.all)
  }

  /// The caller's callback receives the error after the report.
  @Test func `an error is reported before the caller gets it`() throws {
    let failing = try Failing()
    failing.presenter.failure = Mistake()
    var before: Int?
    _ = try failing.perform { $0.onFailure = { _ in before = failing.log.all.count } }
    #expect(before == 1)
  }
}
