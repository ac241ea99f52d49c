import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@MainActor
@Suite("Showing kept views")
struct KeptViewTests: RouteVocabulary {
  /// A way to keep a view, with the entry that declares it.
  enum Kind: String, CaseIterable {
    case singleton = "Singleton()"
    case scoped = "Scoped(to:)"
    case weaklyShared = "WeaklyShared()"
    case keyed = "Kept(by:)"
  }

  private let window = ScriptedWindow()
  private let log = Log()
  private var presenter: ScriptedPresenter { window.presenter }

  private func registry(_ kind: Kind) throws -> Registry {
    let registry = try Registry {
      LeakDetection(after: .milliseconds(20))
      Observes { if case .leaked = $0.phase { log.append("leaked") } }
      switch kind {
      case .keyed:
        Route(Editor.self, configuration: EditorConfiguration.init) {
          View(.editor)
          ViewModule(.editorModule)
          Kept(by: \EditorConfiguration.number)
        } make: { _, _ in
          Editor()
        }
      default:
        Route(Editor.self) {
          View(.editor)
          switch kind {
          case .singleton: Singleton()
          case .scoped: Scoped(to: AppWindow.self)
          default: WeaklyShared()
          }
        }
      }
    }
    return kind == .scoped ? try registry.opening(AppWindow(number: 1)) : registry
  }

  @discardableResult
  private func show(_ registry: Registry, _ title: String = "") throws -> ActiveRoute<any EditorInput> {
    try registry.perform(to: .editor, path: .push(from: window)) { route in
      route.prepareDestination = { $0.title = title }
    }
  }

  @Test(arguments: Kind.allCases)
  func `a view can be shown again only in the callbacks of its removal, and after its end`(kind: Kind) throws
  {
    let registry = try registry(kind)
    let first = try show(registry, "first")
    let problem = error { try show(registry, "second") }
    #expect(problem?.code == .alreadyShown && problem?.path.map(\.destination) == ["Editor"])
    let remedy = "remove \(kind.rawValue) so that each presentation has its own view"
    #expect(problem?.remedy?.hasSuffix("\n\(remedy)") == true)
    #expect(presenter.shown.count == 1 && first.state == .routed)
    #expect(first.destination?.title == "first", "it isn't prepared for a presentation that doesn't happen")
    #expect(try registry.makeDestination(to: .editor) === first.destination)
    var again: ActiveRoute<any EditorInput>?
    try first.remove { $0.onSuccess = { [self] in again = try? show(registry, "again") } }
    #expect(first.state == .removed && again?.state == .routed && presenter.shown.count == 1)
    presenter.swipeBack()
    #expect(again?.state == .removed)
    presenter.failure = Failure(description: "stuck")
    #expect(try show(registry).state == .unrouted)
    presenter.failure = nil
    try first.perform()
    #expect(first.state == .routed && presenter.shown.count == 1)
  }

  @Test func `a view counts as shown while the presenter shows or removes it`() throws {
    presenter.isPrompt = false
    let registry = try registry(.singleton)
    let made = try registry.perform(to: .editor, path: .makeDestination)
    let first = try show(registry)
    #expect(error { try show(registry) }?.code == .alreadyShown)
    #expect(try registry.perform(to: .editor, path: .makeDestination).destination === made.destination)
    presenter.complete()
    try first.remove()
    #expect(error { try show(registry) }?.code == .alreadyShown)
    presenter.complete()
    try show(registry)
    presenter.complete()
    // Nothing could report the removal of a view that the presenter forgot.
    presenter.forgetAll()
    try show(registry)
    #expect(presenter.shown.count == 1)
  }

  @Test func `a view that a released window has shown counts as removed`() async throws {
    let registry = try registry(.singleton)
    var other: ScriptedWindow? = ScriptedWindow()
    let first = try registry.perform(to: .editor, path: .push(from: try #require(other)))
    #expect(error { try show(registry) }?.code == .alreadyShown)
    other = nil
    #expect(try show(registry).destination === first.destination && presenter.shown.count == 1)
    try await inTime { try await first.removed() }
    #expect(first.state == .removed && presenter.shown.count == 1)
    #expect(error { try first.perform() }?.message.hasPrefix("the source of Editor") == true)
  }

  @Test func `a view that outlives the window of its source counts as shown`() async throws {
    let registry = try registry(.singleton)
    var other: ScriptedWindow? = ScriptedWindow()
    let first = try registry.perform(to: .editor, path: .push(from: try #require(other)))
    // The presenter of a view in a window of its own retains the transition.
    var retained = other?.presenter.shown
    other = nil
    #expect(error { try show(registry) }?.code == .alreadyShown && first.state == .routed)
    #expect(retained?.count == 1)
    retained = nil
    try await inTime { try await first.removed() }
  }

  @Test func `a given view can't be shown twice`() throws {
    let router = try DestinationRouter(to: .editor, in: Registry { Route(Editor.self) { View(.editor) } })
    let editor = Editor()
    let first = try router.perform(on: editor, .push(from: window))
    let problem = try #require(error { try router.perform(on: editor, .push(from: window)) })
    #expect(problem.code == .alreadyShown && problem.message.hasPrefix("the given view of Editor"))
    #expect(presenter.shown.count == 1 && first.state == .routed)
    try first.remove()
    #expect(try router.perform(on: editor, .push(from: window)).state == .routed)
    // The route has made the other view.
    let made = try #require(router.perform(.push(from: window)).destination)
    #expect(error { try router.perform(on: made, .push(from: window)) }?.code == .alreadyShown)
  }

  @Test func `each key has its own view`() throws {
    let registry = try registry(.keyed)
    func show(_ number: Int) throws {
      try registry.perform(to: .editorModule, path: .push(from: window)) { module, _ in
        module.note = Note(id: number)
      }
    }
    for number in 1...2 { try show(number) }
    #expect(presenter.shown.count == 2 && error { try show(2) }?.code == .alreadyShown)
  }

  // MARK: - Leaks

  @Test(arguments: Kind.allCases)
  func `only a view that its registry keeps is no leak`(kind: Kind) async throws {
    let registry = try registry(kind)
    let active = try show(registry)
    let view = active.destination
    let isKept = kind == .singleton || kind == .scoped
    try active.remove()
    try await Task.sleep(for: .milliseconds(80))
    if !isKept { #expect(try await becomesTrue { !log.all.isEmpty }) }
    #expect(log.all == (isKept ? [] : ["leaked"]))
    withExtendedLifetime((view, registry)) {}
  }

  @Test func `a closed scope's view is a leak`() async throws {
    let registry = try registry(.scoped)
    let active = try show(registry)
    let view = active.destination
    try active.remove()
    await registry.close()
    #expect(try await becomesTrue { log.all == ["leaked"] })
    withExtendedLifetime(view) {}
  }

  /// The detection must not retain the registry, which retains the view.
  @Test func `leak detection doesn't retain the registry`() async throws {
    weak var released: Registry?
    do {
      let registry = try registry(.singleton)
      released = registry
      try show(registry).remove()
    }
    #expect(try await becomesTrue { released == nil })
  }
}
