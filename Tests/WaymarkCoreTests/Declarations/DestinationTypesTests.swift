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
private typealias Formatter = @Sendable (Int) -> String

extension RoutableView<any Screen & EditorInput> { fileprivate static var editorScreen: Self { declared() } }
extension RoutableView<Screen> { fileprivate static var screen: Self { declared() } }
extension RoutableService<Worker> { fileprivate static var worker: Self { declared() } }
extension RoutableService<Mode> { fileprivate static var mode: Self { declared() } }
extension RoutableService<PlainDraft> { fileprivate static var plainDraft: Self { declared() } }
extension RoutableService<Formatter> { fileprivate static var formatter: Self { declared() } }
extension RoutableService<any Collection<Int> & Sendable> {
  fileprivate static var numbers: Self { declared() }
}

@Suite("Types of destinations")
struct DestinationTypesTests: RouteVocabulary {
  @MainActor @Test func `a subclass is provided as its superclass and as a composition`() throws {
    let registry = try Registry {
      Route({ SpecialEditorScreen() }) {
        View(.screen)
        View(.editorScreen)
        View<any EditorInput>.as { $0 }
        Singleton()
      }
    }
    let screen = try registry(.screen)
    let composition = try registry(.editorScreen)
    #expect(screen is SpecialEditorScreen && composition === screen)
    #expect(try registry.makeDestination(to: View<any EditorInput>()) === screen)
  }

  @MainActor @Test func `a composition can be the destination type`() throws {
    let registry = try Registry {
      Route((any Screen & EditorInput).self) {
        View(.editorScreen)
        View<any EditorInput>()
        View(.screen).as { $0 }
      } make: {
        EditorScreen()
      } prepare: { screen, _ in
        screen.title += " prepared"
      }
    }
    let composition = try registry.makeDestination(to: .editorScreen) { $0.title = "composition" }
    #expect(composition.title == "composition prepared")
    let editor = try registry.makeDestination(to: View<any EditorInput>()) { $0.title = "protocol" }
    #expect(editor.title == "protocol prepared")
    #expect(try registry(.screen) is EditorScreen)
  }

  @Test func `an actor, a function, and an existential with an associated type can be destinations`()
    async throws
  {
    let registry = try Registry {
      Route({ Worker() }) {
        Service(.worker)
        WeaklyShared()
      }
      Route(Formatter.self) {
        Service(.formatter)
      } make: {
        { "<\($0)>" }
      }
      Route({ [1, 2, 3] }) { Service(.numbers) }
    }
    let worker = try registry(.worker)
    _ = await worker.work()
    #expect(await (try registry(.worker)).work() == 2)
    #expect(try registry(.formatter)(7) == "<7>")
    #expect(try registry(.numbers).count == 3)
  }

  @Test func `an enum can be a destination`() throws {
    let registry = try Registry {
      Route({ Mode.plain }) {
        Service(.mode)
        Service<any Draft>()
      } prepare: { mode, _ in
        if mode == .rich { mode = .plain } else { mode = .rich }
      }
    }
    #expect(try registry(.mode) == .rich)
    #expect(try registry.makeDestination(to: Service<any Draft>()) { $0.text = "rich" }.text == "plain")
  }

  @Test func `a struct is prepared in place`() throws {
    let registry = try Registry {
      Route({ PlainDraft(text: "made") }) {
        Service(.plainDraft)
        Service<any Draft>()
        Service<any RequiredDraft>.as { $0 }
      } prepare: { draft, _ in
        draft.text += ", prepared by its route"
      }
    }
    #expect(try registry.makeDestination(to: Service<any Draft>()).text == "made, prepared by its route")
    let texts = [
      try registry.makeDestination(to: Service<any Draft>()) { $0.text += ", by its caller" }.text,
      try registry.makeDestination(to: .plainDraft) { $0.text += ", by its caller" }.text,
      try registry.makeDestination(to: Service<any RequiredDraft>()) { $0.text += ", by its caller" }.text,
    ]
    #expect(texts == Array(repeating: "made, by its caller, prepared by its route", count: 3))
  }
}
