import SharedFixtures
import Testing
import WaymarkCore

@MainActor private class Screen { var shown = 0 }
@MainActor private class EditorScreen: Screen, EditorInput { var title = "" }
@MainActor private final class SpecialEditorScreen: EditorScreen {}
private actor Worker: Sendable {
  var jobs = 0
  func work() -> Int {
    jobs += 1
    return jobs
  }
}
private enum Mode: Draft {
  case plain
  case rich
  var text: String {
    get { "\(self)" }
    set { self = newValue == "rich" ? .rich : .plain }
  }
}
private protocol Named: AnyObject, Sendable { var name: String { get } }
private protocol Counted: AnyObject, Sendable { var count: Int { get } }
private final class NamedCount: Named, Counted {
  let (name, count) = ("names", 7)
}
private typealias Formatter = @Sendable (Int) -> String

extension RoutableView<any Screen & EditorInput> {
  fileprivate init() { self.init(declaredProtocol: Protocol.self) }
}
extension RoutableService<any Named & Counted> {
  fileprivate init() { self.init(declaredProtocol: Protocol.self) }
}
extension RoutableView<Screen> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<Worker> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<Mode> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<PlainDraft> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<Formatter> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<any Collection<Int> & Sendable> {
  fileprivate init() { self.init(declaredProtocol: Protocol.self) }
}

@Suite("Types of destinations")
struct DestinationTypesTests: RouteVocabulary {
  @MainActor @Test func `a subclass is provided as its superclass and as a composition`() throws {
    let registry = try Registry {
      Route(SpecialEditorScreen.self) {
        View<Screen>()
        View<any Screen & EditorInput>()
        View<any EditorInput>.as { $0 }
        Singleton()
      } make: {
        SpecialEditorScreen()
      }
    }
    let screen = try registry.makeDestination(to: View<Screen>())
    let composition = try registry.makeDestination(to: View<any Screen & EditorInput>())
    #expect(screen is SpecialEditorScreen && composition === screen)
    #expect(try registry.makeDestination(to: View<any EditorInput>()) === screen)
  }

  @MainActor @Test func `a composition can be the destination type`() throws {
    let registry = try Registry {
      Route((any Screen & EditorInput).self) {
        View<any Screen & EditorInput>()
        View<any EditorInput>()
        View<Screen>.as { $0 }
      } make: {
        EditorScreen()
      } prepare: { screen, _ in
        screen.title += " prepared"
      }
    }
    #expect(
      try registry.makeDestination(to: View<any Screen & EditorInput>()) { $0.title = "composition" }.title
        == "composition prepared")
    #expect(
      try registry.makeDestination(to: View<any EditorInput>()) { $0.title = "protocol" }.title
        == "protocol prepared")
    #expect(try registry.makeDestination(to: View<Screen>()) is EditorScreen)
  }

  @Test(arguments: [false, true])
  func `an object can be provided as a composition of protocols`(isKept: Bool) throws {
    let registry = try Registry {
      Route({ NamedCount() }) {
        Service<any Named & Counted>()
        if isKept { Singleton() }
      }
    }
    for _ in 0..<2 {
      let composition = try registry.makeDestination(to: RoutableService<any Named & Counted>())
      #expect(composition.name == "names" && composition.count == 7)
    }
  }

  @Test func `an actor can be a destination`() async throws {
    let registry = try Registry {
      Route(Worker.self) {
        Service<Worker>()
        WeaklyShared()
      } make: {
        Worker()
      }
    }
    let worker = try registry.makeDestination(to: Service<Worker>())
    _ = await worker.work()
    #expect(await (try registry.makeDestination(to: Service<Worker>())).work() == 2)
  }

  @Test func `an enum can be a destination`() throws {
    let registry = try Registry {
      Route(Mode.self) {
        Service<Mode>()
        Service<any Draft>()
      } make: {
        Mode.plain
      } prepare: { mode, _ in
        if mode == .rich { mode = .plain } else { mode = .rich }
      }
    }
    #expect(try registry.makeDestination(to: Service<Mode>()) == .rich)
    #expect(try registry.makeDestination(to: Service<any Draft>()) { $0.text = "rich" }.text == "plain")
  }

  @Test func `a struct is prepared in place`() throws {
    let registry = try Registry {
      Route(PlainDraft.self) {
        Service<PlainDraft>()
        Service<any Draft>()
        Service<any RequiredDraft>.as { $0 }
      } make: {
        PlainDraft(text: "made")
      } prepare: { draft, _ in
        draft.text += ", prepared by its route"
      }
    }
    #expect(try registry.makeDestination(to: Service<any Draft>()).text == "made, prepared by its route")
    #expect(
      try registry.makeDestination(to: Service<any Draft>()) { $0.text += ", by its caller" }.text
        == "made, by its caller, prepared by its route")
    #expect(
      try registry.makeDestination(to: Service<PlainDraft>()) { $0.text += ", by its caller" }.text
        == "made, by its caller, prepared by its route")
    #expect(
      try registry.makeDestination(to: Service<any RequiredDraft>()) { $0.text += ", by its caller" }.text
        == "made, by its caller, prepared by its route")
  }

  @Test func `a function can be a destination`() throws {
    let registry = try Registry {
      Route(Formatter.self) {
        Service<Formatter>()
      } make: {
        { "<\($0)>" }
      }
    }
    #expect(try registry.makeDestination(to: Service<Formatter>())(7) == "<7>")
  }

  @Test func `an existential with an associated type can be a destination`() throws {
    let registry = try Registry {
      Route([Int].self) {
        Service<any Collection<Int> & Sendable>()
      } make: {
        [1, 2, 3]
      }
    }
    #expect(try registry.makeDestination(to: Service<any Collection<Int> & Sendable>()).count == 3)
  }
}
