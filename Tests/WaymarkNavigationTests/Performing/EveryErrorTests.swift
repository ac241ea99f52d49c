import ScriptedWindow
import SharedFixtures
import Testing
import Waymark
import WaymarkToolkit

/// A view with a failing factory.
@MainActor private final class BrokenScreen: HeadingInput { var heading = "" }

/// A view that its route replaces with a view of another class.
@MainActor private class Sheet {}
private final class WideSheet: Sheet {}

/// An object that the toolkit makes and no route prepares.
@MainActor private final class Picture {}

/// A small application for the failures of navigation, each with a closure that causes it.
@MainActor
final class Failing: RouteVocabulary {
  let log = Log()
  let window = ScriptedWindow()
  let registry: Registry
  var presenter: ScriptedPresenter { window.presenter }
  var path: RoutePath { .push(from: window) }
  var decide: @MainActor (RouteAttempt) async throws -> RouteDecision = { _ in .proceed }
  var leave: @MainActor () async throws -> LeaveDecision = { .proceed }

  @MainActor private final class Decisions { weak var failing: Failing? }

  init() throws {
    let (log, decisions) = (log, Decisions())
    registry = try Registry {
      ReportsErrors { log.append("\($0)") }
      Route(Editor.self) {
        View<any EditorInput>()
        URLPattern("notes://editor")
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
      Route(Sheet.self) {
        View<Sheet>(declaredProtocol: Sheet.self)
      } make: {
        Sheet()
      } prepare: { sheet, _ in
        sheet = Sheet()
      }
      Route(NamedCheck.self) {
        Contributes(to: .healthChecks)
      } make: {
        throw Mistake()
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
    Self(.destinationMismatch, "object that is replaced") { try $0.registry.prepare(WideSheet()) },
    Self(.preparationFailed, "controllers of a segue") { failing in
      let preparing: (Picture) throws -> Void = { _ in throw Mistake() }
      let pending: PendingSegue<AnyObject>? = nil
      try failing.registry.prepare([Picture() as AnyObject], of: pending, preparing: preparing)
    },
    Self(.factoryFailed, "element of a collection") { try $0.registry.makeDestinations(of: .healthChecks) },
  ]

  static let performing: [FailingWay] = [
    Self(.factoryFailed, "performing with a failing factory") {
      try $0.registry.perform(to: View<any HeadingInput>(), path: $0.path)
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
    Self(.redirected, "redirection") { try await $0.home { _ in .redirect(to: View<any EditorInput>()) } },
    Self(.unregistered, "redirection to nothing") { try await $0.home { _ in .redirect(to: View(.login)) } },
    Self(.factoryFailed, "redirection to what cannot be made") {
      try await $0.home { _ in .redirect(to: View<any HeadingInput>()) }
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
  ]

  static let urls: [FailingWay] = [
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
}

@MainActor
@Suite("Reports of every error")
struct EveryErrorTests {
  @Test(
    arguments: FailingWay.requesting + FailingWay.performing + FailingWay.removing
      + FailingWay.urls + FailingWay.navigating)
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
    let (log, more) = (Log(), Log())
    let registry = try Registry {
      ReportsErrors { log.append("\($0)") }
      Route(MemoryStore.self) {
        RoutableService<any NoteStore>()
        Singleton()
        Starting { _ in throw Mistake() }
      }
    }.extending { ReportsErrors { more.append("\($0)") } }
    await #expect(throws: RouteError.self) { try await registry.start() }
    #expect(log.all.count == 1 && more.all == log.all)
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
