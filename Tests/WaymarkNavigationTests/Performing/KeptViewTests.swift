import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkCore
@testable import WaymarkNavigation

private struct Desk: RouteScope { let number: Int }

private struct EditorSettings { var number = 0 }

@MainActor private protocol Numbered { var number: Int { get set } }
extension EditorSettings: Numbered {}

extension RoutableViewModule<any Numbered> { fileprivate static var numbered: Self { declared() } }

@MainActor
@Suite("Showing kept views")
struct KeptViewTests: RouteVocabulary {
  enum Kind: CaseIterable { case singleton, scoped, weaklyShared, keyed }

  private let window = ScriptedWindow()
  private let log = Log()
  private var presenter: ScriptedPresenter { window.presenter }

  private func registry(_ kind: Kind) throws -> Registry {
    let log = log
    let registry = try Registry {
      LeakDetection(after: .milliseconds(20))
      Observes { if case .leaked = $0.phase { log.append("leaked") } }
      switch kind {
      case .keyed:
        Route(Editor.self, configuration: { EditorSettings() }) {
          View<any EditorInput>()
          ViewModule(.numbered)
          Kept(by: \EditorSettings.number)
        } make: { _, _ in
          Editor()
        }
      default:
        Route(Editor.self) {
          View<any EditorInput>()
          switch kind {
          case .singleton: Singleton()
          case .scoped: Scoped(to: Desk.self)
          default: WeaklyShared()
          }
        }
      }
    }
    return kind == .scoped ? try registry.opening(Desk(number: 1)) : registry
  }

  @discardableResult
  private func show(_ registry: Registry, _ title: String = "") throws -> ActiveRoute<any EditorInput> {
    try registry.perform(to: View<any EditorInput>(), path: .push(from: window)) { route in
      route.prepareDestination = { $0.title = title }
    }
  }

  @Test(arguments: Kind.allCases)
  func `a shown view can't be shown again`(kind: Kind) throws {
    let registry = try registry(kind)
    let line = #line
    let first = try show(registry, "first")
    let entry: String =
      switch kind {
      case .singleton: "Singleton()"
      case .scoped: "Scoped(to:)"
      case .weaklyShared: "WeaklyShared()"
      case .keyed: "Kept(by:)"
      }
    let error = #expect(throws: RouteError.self) { try show(registry, "second") }
    #expect(
      error.map {
        relative("\($0)", fileID: #fileID, line: line).replacing(#/line \+ -?[0-9]+/#, with: "line")
      }
        == """
        the kept view of Editor (line) is already shown along push [alreadyShown]
            while making Editor (line)
            To fix: remove the view first
                or: go back to it
                or: remove \(entry) so that each presentation has its own view
        """)
    #expect(presenter.shown.count == 1 && first.state == .routed)
    #expect(first.destination?.title == "first", "it isn't prepared for a presentation that doesn't happen")
    #expect(try registry.makeDestination(to: View<any EditorInput>()) === first.destination)
  }

  @Test(arguments: Kind.allCases)
  func `a removed view can be shown again`(kind: Kind) throws {
    let registry = try registry(kind)
    let first = try show(registry)
    try first.remove()
    let second = try show(registry)
    presenter.swipeBack()
    #expect(second.state == .removed)
    presenter.failure = Failure(description: "stuck")
    #expect(try show(registry).state == .unrouted)
    presenter.failure = nil
    try first.perform()
    #expect(first.state == .routed && presenter.shown.count == 1)
  }

  @Test func `a view counts as shown while the presenter shows or removes it`() throws {
    presenter.isPrompt = false
    let registry = try registry(.singleton)
    let first = try show(registry)
    #expect(error { try show(registry) }?.code == .alreadyShown)
    presenter.complete()
    try first.remove()
    #expect(error { try show(registry) }?.code == .alreadyShown)
    presenter.complete()
    try show(registry)
  }

  /// Nothing could report the removal anymore.
  @Test func `a view that the presenter forgot can be shown again`() throws {
    let registry = try registry(.singleton)
    try show(registry)
    presenter.forgetAll()
    try show(registry)
    #expect(presenter.shown.count == 1)
  }

  @Test func `a view that was only made may be shown`() throws {
    let registry = try registry(.singleton)
    let made = try registry.perform(to: View<any EditorInput>(), path: .makeDestination)
    try show(registry)
    let again = try registry.perform(to: View<any EditorInput>(), path: .makeDestination)
    #expect(made.destination === again.destination)
  }

  @Test func `a given view can't be shown twice`() throws {
    let registry = try Registry { Route(Editor.self) { View<any EditorInput>() } }
    let router = try DestinationRouter(to: View<any EditorInput>(), in: registry)
    let editor = Editor()
    let first = try router.perform(on: editor, .push(from: window))
    let problem = try #require(error { try router.perform(on: editor, .push(from: window)) })
    #expect(problem.code == .alreadyShown && problem.message.hasPrefix("the given view of Editor"))
    #expect(presenter.shown.count == 1 && first.state == .routed)
    try first.remove()
    #expect(try router.perform(on: editor, .push(from: window)).state == .routed)
  }

  @Test func `each key has its own view`() throws {
    let registry = try registry(.keyed)
    for number in 1...2 {
      try registry.perform(to: .numbered, path: .push(from: window)) { module, _ in module.number = number }
    }
    #expect(presenter.shown.count == 2)
    let error = error {
      try registry.perform(to: .numbered, path: .push(from: window)) { module, _ in module.number = 2 }
    }
    #expect(error?.code == .alreadyShown)
  }

  // MARK: - Leaks

  @Test(arguments: Kind.allCases)
  func `only a view that its registry keeps is no leak`(kind: Kind) async throws {
    let registry = try registry(kind)
    let active = try show(registry)
    let view = active.destination
    let isKept = kind == .singleton || kind == .scoped
    #expect(registry.keeps(active.compiledRoute) == isKept)
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
