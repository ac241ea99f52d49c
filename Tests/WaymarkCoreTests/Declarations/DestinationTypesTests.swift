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
private typealias Formatter = @Sendable (Int) -> String

extension RoutableView<any Screen & EditorInput> { fileprivate static var editorScreen: Self { declared() } }
extension RoutableView<Screen> { fileprivate static var screen: Self { declared() } }
extension RoutableService<Worker> { fileprivate static var worker: Self { declared() } }
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
    #expect(try registry(View<any EditorInput>()) === screen)
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
      shared({ Worker() }, .worker)
      Route({ () -> Formatter in { "<\($0)>" } }) { Service(.formatter) }
      Route({ [1, 2, 3] }) { Service(.numbers) }
    }
    let worker = try registry(.worker)
    _ = await worker.work()
    #expect(await (try registry(.worker)).work() == 2)
    #expect(try registry(.formatter)(7) == "<7>")
    #expect(try registry(.numbers).count == 3)
  }
}
