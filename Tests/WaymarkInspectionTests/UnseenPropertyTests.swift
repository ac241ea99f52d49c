import SharedFixtures
import Testing
import WaymarkCore
import WaymarkInspection

private final class Toolbar {
  @Routed(.notes) var store
}
private struct Row {
  @Routed(.notes) var store
}
private final class PlainObject { let number = 1 }

@MainActor private final class Desk: ViewDestination {
  let toolbar = Toolbar()
  let plain = PlainObject()
  weak var elsewhere: Toolbar?
  let make: () -> Toolbar = { Toolbar() }
  init() {}
}
@MainActor private class Lists: ViewDestination {
  private struct Section {
    let rows: [Row?]
    let named: [String: (Row, Int)]
  }
  private enum Footer { case none, toolbar(Toolbar) }
  private let sections: Section? = nil
  private let footer = Footer.none
  lazy var toolbars: [[Toolbar]] = []
  required init() {}
}
@MainActor private final class LongLists: Lists { private let numbers: Set<Int> = [] }
/// Stores only structs, which the rules read.
@MainActor private final class Seen: ViewDestination {
  private let row = Row()
  init() {}
}

extension RoutableView<Desk> { fileprivate static var desk: Self { declared() } }
extension RoutableView<LongLists> { fileprivate static var longLists: Self { declared() } }
extension RoutableView<Seen> { fileprivate static var seen: Self { declared() } }

@Suite("Properties that no rule checks")
struct UnseenPropertyTests: RouteVocabulary {
  @Test func `a stored object's property is noted`() throws {
    let line = #line + 2
    let registry = try Registry {
      Route(Desk.self) { View(.desk) }
      Route(MemoryStore.self) { Service(.notes) }
    }
    #expect(registry.diagnostics.isEmpty)
    #expect(registry.unseenProperties.map(\.detail) == ["toolbar: Toolbar needs Service<any NoteStore>"])
    #expect(registry.unseenProperties.map(\.location.line) == [line])
  }

  @Test func `elements, payloads, and superclasses are searched`() throws {
    let registry = try Registry { Route(LongLists.self) { View(.longLists) } }
    #expect(
      registry.unseenProperties.map(\.detail) == [
        "sections.rows: Row needs Service<any NoteStore>",
        "sections.named.0: Row needs Service<any NoteStore>",
        "footer.toolbar: Toolbar needs Service<any NoteStore>",
        "toolbars: Toolbar needs Service<any NoteStore>",
      ])
  }

  /// A known need, a route, and an acceptance are in the tests of remedies.
  @Test func `a struct's properties aren't noted`() throws {
    let registry = try Registry {
      Route(Seen.self) { View(.seen) }
      Route(MemoryStore.self) { Service(.notes) }
    }
    #expect(registry.unseenProperties.isEmpty && registry.diagnostics.isEmpty)
  }
}
