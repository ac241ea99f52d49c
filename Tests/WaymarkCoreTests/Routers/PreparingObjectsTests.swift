import SharedFixtures
import Testing

@testable import WaymarkCore

@MainActor private class Picker: PreviewInput { var log: [String] = [] }
@MainActor private final class SheetPicker: Picker {}
@MainActor private final class ListPicker: Picker {}

@MainActor
@Suite("Preparing objects made elsewhere, by their class")
struct PreparingObjectsTests: RouteVocabulary {
  @Test func `the route of an object's class prepares the object, or returns its replacement`() throws {
    let registry = try Registry {
      Route({ () throws -> Editor in throw Failure(description: "nothing is made") }) {
        View(.editor)
      } prepare: { editor, _ in
        editor.title += "prepared"
      }
      Route(MemoryStore.self) { Service(.notes) }
    }
    let editor = Editor()
    #expect(try registry.prepare(editor) === editor && editor.title == "prepared")
    #expect(try registry.prepare(editor as AnyObject) === editor && editor.title == "preparedprepared")
    #expect(try registry.prepare(MemoryStore(name: "a")).name == "a")
    let replacing = try registry.overriding {
      Route(Editor.self) {
        View<any EditorInput>()
      } prepare: { editor, _ in
        editor = Editor()
      }
    }
    #expect(try replacing.prepare(editor) !== editor)
  }

  @Test func `a route prepares objects of the classes that it names`() throws {
    let registry = try Registry { pickers(Makes(SheetPicker.self, ListPicker.self)) }
    for picker in [SheetPicker(), ListPicker()] {
      try registry.prepare(picker)
      #expect(picker.log == ["prepared"])
    }
    #expect(throws: RouteError.self) { try registry.prepare(Picker()) }
  }

  @Test func `the closest superclass wins`() throws {
    let log = Log()
    let registry = try Registry {
      Route({ Picker() }) {
        View<any PreviewInput>()
      } prepare: { _, _ in
        log.append("Picker")
      }
      Route({ ListPicker() }) {
        View<any EditorInput>.as { _ in Editor() }
      } prepare: { _, _ in
        log.append("ListPicker")
      }
    }
    try registry.prepare(SheetPicker())
    try registry.prepare(ListPicker())
    #expect(log.all == ["Picker", "ListPicker"])
  }

  @Test func `preparing an object without a route is an error`() throws {
    let log = Log()
    let registry = try Registry {
      Route(Editor.self) { View<any EditorInput>() }
      ReportsErrors { log.append("\($0.code)") }
    }
    #expect(
      error { try registry.prepare(SheetPicker()) }?.description == """
        no route makes SheetPicker or one of its superclasses [unregistered]
            To fix: declare Route(SheetPicker.self)
                or: add Makes(SheetPicker.self) to the route that does
        """)
    #expect(log.all == ["unregistered"])
  }

  @Test func `a closed scope can prepare the same objects as an open one`() async throws {
    let registry = try Registry { Route(Editor.self) { View<any EditorInput>() } }
    let session = try registry.opening(UserSession(user: "ann"))
    func canPrepare() -> [Bool] { [session.canPrepare(Editor()), session.canPrepare(SheetPicker())] }
    #expect(canPrepare() == [true, false])
    await session.close()
    #expect(canPrepare() == [true, false])
    #expect(error { try session.prepare(SheetPicker()) }?.code == .scopeClosed)
  }

  @Test func `several routes of a class are an error unless one is exclusive`() throws {
    let registry = try Registry {
      Route(Editor.self) { View<any EditorInput>() }
      Route(Editor.self) { View<any PreviewInput>.as { _ in Picker() } }
    }
    #expect(error { try registry.prepare(Editor()) }?.code == .ambiguousRoute)
    let exclusive = try Registry {
      Route(Editor.self) {
        View<any EditorInput>()
        Identifier("editor")
        Exclusive()
      } prepare: { editor, _ in
        editor.title = "exclusive"
      }
    }.overriding {
      // It replaces only the token, so that both routes are in use.
      Route(Editor.self) { View<any EditorInput>() }
    }
    #expect(try exclusive.prepare(Editor()).title == "exclusive")
  }

  // MARK: - Rules

  /// A route that makes pickers of several classes.
  private func pickers(_ classes: Makes, isExclusive: Bool = false, line: Int = #line) -> Route {
    Route((any PreviewInput).self, line: line) {
      View<any PreviewInput>()
      classes
      if isExclusive { Exclusive() }
    } make: {
      SheetPicker()
    } prepare: { picker, _ in
      (picker as? Picker)?.log.append("prepared")
    }
  }

  @Test func `exclusivity includes the named classes, also of the base`() throws {
    let found = problems {
      pickers(Makes(SheetPicker.self, ListPicker.self), isExclusive: true)
      Route({ ListPicker() }) { View<any EditorInput>.as { _ in Editor() } }
      Route(Editor.self) { View<any HeadingInput>.as { HeadingEditor($0) } }
    }
    #expect(found.findings == ["line + 2 exclusivity-violated"])
    #expect(found.contains("\n    line + 1: Route(any PreviewInput) is exclusive\n"), "\(found)")
    let base = try Registry { pickers(Makes(SheetPicker.self)) }
    let extended = problemsOfDeriving { () throws(RegistryError) in
      try base.extending {
        Route({ SheetPicker() }) {
          View<any EditorInput>.as { _ in Editor() }
          Exclusive()
        }
      }
    }
    #expect(extended.contains("Route(SheetPicker) is Exclusive(), but the base registry has a route"))
  }

  @Test func `naming a class that the route can't make is an error`() {
    let found = problems {
      pickers(Makes(SheetPicker.self, MemoryStore.self))
      Route({ ListPicker() as Picker }) {
        View<any EditorInput>.as { _ in Editor() }
        Makes(ListPicker.self, Editor.self)
      }
    }
    #expect(
      found == """
        error: 2 problems in 2 routes
        line + 1: error: MemoryStore is not a PreviewInput, which Route(any PreviewInput) makes [not-conforming]
            Makes(MemoryStore.self)
            To fix: remove it from Makes
                or: make the route's destination a type of all
        line + 2: error: Editor is not a Picker, which Route(Picker) makes [not-conforming]
            Makes(Editor.self)
            To fix: remove it from Makes
                or: make the route's destination a type of all
        """)
  }
}
