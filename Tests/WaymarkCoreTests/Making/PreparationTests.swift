import SharedFixtures
import Testing
import WaymarkCore

@MainActor private final class TitledEditor: EditorInput, HeadingInput {
  var title = ""
  var heading: String {
    get { title }
    set { title = newValue }
  }
}

@MainActor private final class OtherEditor: EditorInput { var title = "" }

/// A value around an object.
private struct StoreDraft: Draft {
  let store: any NoteStore
  var text: String
}

/// A value around a copy of another one.
private struct CopiedDraft: Draft {
  var text: String
  init(_ draft: any Draft) { text = draft.text }
}

private struct SetTime: TimeSource { var now: Int }

private struct OtherDraft: Draft { var text = "other" }

private let drafts = RoutableService<any Draft>()
private let requiredDrafts = RoutableService<any RequiredDraft>()
private let plainDrafts = RoutableService<PlainDraft>(declaredProtocol: PlainDraft.self)

/// The ways to provide a draft with the text "made".
private enum DraftWay: CaseIterable {
  case transient, kept, converted, convertedSingleton, convertedWeak, adapter, adapterOfSingleton
  case adapterOfTransient, adapterOfKept
  case copied, copiedByAdapter

  @RoutesBuilder func routes(_ log: Log) -> Routes {
    switch self {
    case .transient, .kept, .adapterOfTransient, .adapterOfKept:
      Route({ PlainDraft(text: "made") }) {
        requiredDrafts
        if self == .transient || self == .kept {
          drafts
          plainDrafts
        }
        if self == .kept || self == .adapterOfKept { Singleton() }
      } prepare: { draft, _ in
        draft.text += ", by its route"
      }
      if self == .adapterOfTransient || self == .adapterOfKept { Adapter(drafts, for: requiredDrafts) }
    case .converted, .convertedSingleton, .convertedWeak:
      Route(MemoryStore.self) {
        RoutableService(.notes)
        RoutableService<any Draft>.as { StoreDraft(store: $0, text: "made") }
        if self == .convertedSingleton { Singleton() }
        if self == .convertedWeak { WeaklyShared() }
      } prepare: { _, _ in
        log.append("prepared by its route")
      }
    case .copied, .copiedByAdapter:
      Route({ PlainDraft(text: "made") }) {
        plainDrafts
        if self == .copied { RoutableService<any Draft>.as { CopiedDraft($0) } }
      } prepare: { draft, _ in
        draft.text += ", by its route"
      }
      if self == .copiedByAdapter { Adapter(drafts, for: plainDrafts) { CopiedDraft($0) } }
    case .adapter, .adapterOfSingleton:
      WaymarkCoreTests.kept({ MemoryStore() }, .notes, if: self == .adapterOfSingleton)
      Adapter(drafts, for: RoutableService(.notes)) { StoreDraft(store: $0, text: "made") }
    }
  }

  /// The text without a caller's preparation, and the text that a caller gets after preparing it.
  var texts: (plain: String, prepared: String) {
    switch self {
    case .transient, .adapterOfTransient:
      ("made, by its route", "made, by its caller, by its route")
    case .kept, .adapterOfKept, .copied, .copiedByAdapter:
      ("made, by its route", "made, by its route, by its caller")
    default: ("made", "made, by its caller")
    }
  }
}

@MainActor private protocol Left: AnyObject { var right: (any Right)? { get set } }
@MainActor private protocol Right: AnyObject { var left: (any Left)? { get set } }
@MainActor private final class LeftScreen: Left { var right: (any Right)? }
@MainActor private final class RightScreen: Right { var left: (any Left)? }

extension RoutableView<any Left> { fileprivate static var left: Self { declared() } }
extension RoutableView<any Right> { fileprivate static var right: Self { declared() } }

@MainActor @Suite("Preparations by routes and callers")
struct PreparationTests: RouteVocabulary {
  /// Returns a registry with an editor that its route prepares.
  private func registry<Made: EditorInput>(
    _ make: @escaping @MainActor @Sendable () -> Made, isSingleton: Bool = false
  ) throws -> Registry {
    try Registry {
      Route({ make() }) {
        View(.editor)
        if isSingleton { Singleton() }
      } prepare: { editor, _ in
        editor.title += ", by its route"
      }
    }
  }

  @Test func `the route prepares a singleton once and each caller again`() throws {
    let registry = try registry(Editor.init, isSingleton: true)
    let first = try registry.makeDestination(to: .editor) { $0.title += "first" }
    #expect(first.title == "first, by its route")
    #expect(try registry.makeDestination(to: .editor) { $0.title += ", second" } === first)
    #expect(try registry(.editor).title == "first, by its route, second")
  }

  /// The first caller prepares before or after the adapter keeps its target.
  @Test(arguments: [false, true])
  func `each caller prepares a singleton behind an adapter`(isKeptFirst: Bool) throws {
    let registry = try Registry {
      Route({ TitledEditor() }) {
        View(.editor)
        Singleton()
      }
      Adapter(View<any HeadingInput>(), for: View(.editor))
    }
    if isKeptFirst { _ = try registry(View<any HeadingInput>()) }
    let first = try registry.makeDestination(to: View<any HeadingInput>()) { $0.heading += "first" }
    #expect(first.heading == "first")
    let second = try registry.makeDestination(to: View<any HeadingInput>()) { $0.heading += ", second" }
    #expect(second === first && second.heading == "first, second")
    #expect(try registry(.editor) === second)
  }

  /// Also if an earlier request has kept the value.
  @Test(arguments: DraftWay.allCases, [false, true])
  private func `a value is returned as its caller prepared it, and stays as its route made it`(
    way: DraftWay, isMadeFirst: Bool
  ) throws {
    let log = Log()
    let registry = try Registry { way.routes(log) }
    if isMadeFirst { _ = try registry(drafts) }
    for _ in 0..<2 {
      let draft = try registry.makeDestination(to: drafts) { $0.text += ", by its caller" }
      #expect(draft.text == way.texts.prepared)
    }
    #expect(try registry(drafts).text == way.texts.plain)
    switch way {
    case .converted, .convertedWeak: #expect(log.all.count == (isMadeFirst ? 4 : 3))
    case .convertedSingleton: #expect(log.all.count == 1)
    case .transient, .kept:
      let plain = try registry.makeDestination(to: plainDrafts) { $0.text += ", by its caller" }
      let required = try registry.makeDestination(to: requiredDrafts) { $0.text += ", by its caller" }
      #expect([plain.text, required.text] == [way.texts.prepared, way.texts.prepared])
    case .adapterOfTransient:
      let given = try registry.router(to: drafts)?.prepare(PlainDraft(text: "given")) {
        $0.text += ", by its caller"
      }
      #expect(given?.text == "given, by its caller, by its route")
    case .adapterOfKept: #expect(try registry(requiredDrafts).text == way.texts.plain)
    default: break
    }
  }

  // MARK: - Replacements

  @Test func `a caller can replace a value only with one of its type`() throws {
    let registry = try Registry { DraftWay.transient.routes(Log()) }
    let mine = try registry.makeDestination(to: drafts) { $0 = PlainDraft(text: "mine") }
    #expect(mine.text == "mine, by its route")
    let problem = error { _ = try registry.makeDestination(to: drafts) { $0 = OtherDraft() } }
    #expect(problem?.code == .destinationMismatch)
  }

  /// With and without a preparation by the route, which takes another way.
  @Test(arguments: [false, true])
  func `the first caller's replacement of a singleton counts for all its tokens`(isPrepared: Bool) throws {
    let nothing: Route.ServicePreparation<MemoryStore> = { _, _ in }
    let registry = try Registry {
      Route(
        { MemoryStore() },
        {
          Service(.notes)
          Service<any RequiredStore>()
          Singleton()
        }, prepare: isPrepared ? nothing : nil)
    }
    let first = try registry.makeDestination(to: .notes) { $0 = MemoryStore(name: "mine") }
    #expect(first.name == "mine")
    #expect(try registry(.notes) === first)
    #expect(try registry(Service<any RequiredStore>()) === first)
  }

  @Test func `a singleton that was replaced with another class stays`() throws {
    let registry = try registry(TitledEditor.init, isSingleton: true)
    let failed = error { _ = try registry.makeDestination(to: .editor) { $0 = OtherEditor() } }
    #expect(failed?.code == .destinationMismatch)
    #expect(try registry(.editor) is TitledEditor)
  }

  // MARK: - Wrappers, and objects made elsewhere

  @Test func `the caller prepares the wrapper, and the route its content`() throws {
    let registry = try Registry {
      Route(Editor.self) {
        View<any HeadingInput>.as { HeadingEditor($0) }
      } prepare: { editor, _ in
        editor.title += ", by its route"
      }
    }
    let heading = try registry.makeDestination(to: View<any HeadingInput>()) { $0.heading = "set" }
    #expect(heading.heading == "set, by its route")
  }

  @Test func `the route prepares a value, and the caller the decorators around it`() throws {
    let registry = try Registry {
      Route({ SetTime(now: 1) }) {
        Service(.time)
      } prepare: { time, _ in
        time.now *= 10
      }
      Decorates(.time) { LaterTime(inner: $0, by: 1) }
      Decorates(.time) { SetTime(now: $0.now * 10) }
    }
    let time = try registry.makeDestination(to: .time) { $0 = LaterTime(inner: $0, by: 2) }
    #expect(time.now == 112)
  }

  @Test func `an object made elsewhere is prepared in the same order`() throws {
    let router = try #require(try registry(Editor.init).router(to: .editor))
    let editor = Editor()
    #expect(try router.prepare(editor) { $0.title = "by its caller" } === editor)
    #expect(editor.title == "by its caller, by its route")
    let problem = error { try router.prepare(OtherEditor()) }
    #expect(problem?.message == "a value of type OtherEditor was found where Editor is expected")
  }

  @Test func `a wrapper that the caller puts around an object made elsewhere is kept`() throws {
    let registry = try Registry {
      Route(TitledEditor.self) {
        View<any HeadingInput>.as { HeadingEditor($0) }
      } make: {
        TitledEditor()
      } prepare: { editor, _ in
        editor.title += ", by its route"
      }
    }
    let editor = TitledEditor()
    let prepared = try registry.router(to: View<any HeadingInput>())?.prepare(editor) {
      $0 = HeadingEditor(editor)
      $0.heading = "by its caller"
    }
    #expect(prepared is HeadingEditor && prepared?.heading == "by its caller, by its route")
  }

  // MARK: - Objects that need each other

  /// Each route fetches only a missing screen.
  @Test(arguments: [false, true])
  func `prepare can connect objects that need each other`(isSingleton: Bool) throws {
    let registry = try Registry {
      Route({ LeftScreen() }) {
        View(.left)
        if isSingleton { Singleton() }
      } prepare: { left, routes in
        guard left.right == nil else { return }
        let this: any Left = left
        left.right = try routes(View(.right)) { $0.left = this }
      }
      Route({ RightScreen() }) {
        View(.right)
        if isSingleton { Singleton() }
      } prepare: { right, routes in
        guard right.left == nil else { return }
        let this: any Right = right
        right.left = try routes(View(.left)) { $0.right = this }
      }
    }
    let left = try registry(.left)
    #expect(left.right?.left === left)
    let right = try registry(.right)
    #expect((right === left.right) == isSingleton)
    #expect(right.left?.right === right)
  }
}
