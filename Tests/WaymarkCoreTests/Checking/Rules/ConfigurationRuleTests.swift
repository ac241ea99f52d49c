import SharedFixtures
import Testing
import WaymarkCore

@MainActor private protocol Leaf: AnyObject {
  var number: Int { get }
}
extension RoutableView<any Leaf> {
  fileprivate static var page: Self { declared() }
}
extension RoutableViewModule<LeafSettings> { fileprivate static var pageSettings: Self { declared() } }
extension RoutableView<any EditorInput> { fileprivate static var secondEditor: Self { declared() } }
extension RoutableViews<any Leaf> { fileprivate static var pages: Self { declared() } }

private struct LeafSettings { let number: Int }
@MainActor private final class BookLeaf: Leaf {
  let number: Int
  init(settings: LeafSettings) { number = settings.number }
}
/// The route of a leaf without a default configuration.
private func leaf(fileID: StaticString = #fileID, line: Int = #line) -> Route {
  Route(BookLeaf.init(settings:), configuration: LeafSettings.self, fileID: fileID, line: line) {
    RoutableView(.page)
    RoutableViewModule(.pageSettings)
  }
}

@Suite("Rules: a route has the configuration that its entries need, or its callers pass it")
struct ConfigurationRuleTests: RouteVocabulary {
  @Test func `a dependency that passes no configuration is an error`() {
    let text = problems {
      leaf()
      Route({ @MainActor (_: any Leaf) in Editor() }) { View(.editor) }
    }
    #expect(
      text == """
        error: 1 problem in 2 routes
        line + 2: error: parameter 1 of Route(Editor) needs BookLeaf, which needs LeafSettings from its caller [required-configuration]
            line + 1: Route(BookLeaf) has no default configuration
            To fix: depend on a ModuleViewRouter<LeafSettings> instead, and pass the configuration when you request the instance
                or: declare a default, with configuration: { LeafSettings(…) }
        """)
  }

  private static let cases = [
    RuleCase(
      "an optional dependency, a router, and Requires", "line + 5 required-configuration",
      "line + 6 required-configuration", "line + 7 required-configuration"
    ) {
      leaf()
      Route({ @MainActor (_: (any Leaf)?) in Editor() }) { View(.editor) }
      Route({ @MainActor (_: DestinationViewRouter<any Leaf>) in Editor() }) { View(.secondEditor) }
      Route({ HeadingEditor(Editor()) }) {
        View<any HeadingInput>()
        Requires(.page)
      }
    },
    RuleCase("a decorated destination", "line + 3 required-configuration") {
      leaf()
      Decorates(.page) { page in page }
      needy()
    },
    RuleCase("a router to the configuration is accepted") {
      leaf()
      Route({ @MainActor (_: ModuleViewRouter<LeafSettings>) in Editor() }) { View(.editor) }
    },
    RuleCase("an extension's route for an early router", "required-configuration", stage: .early) {
      Route({ @MainActor (_: DestinationViewRouter<any Leaf>) in Editor() }) { View(.editor) }
    } extending: {
      leaf()
    },
    RuleCase("an override without the default configuration", "required-configuration") {
      Route(BookLeaf.init(settings:), configuration: { LeafSettings(number: 1) }) {
        View(.page)
        ViewModule(.pageSettings)
      }
      needy()
    } overriding: {
      leaf()
    },
    RuleCase("an extension's adapter for an optional need", "required-configuration") {
      Route({ @MainActor (_: (any Leaf)?) in Editor() }) { View(.editor) }
      Route(BookLeaf.init(settings:), configuration: LeafSettings.self) {
        View<BookLeaf>(declaredProtocol: BookLeaf.self)
        ViewModule(.pageSettings)
      }
    } extending: {
      Adapter(View(.page), for: View<BookLeaf>(declaredProtocol: BookLeaf.self)) { $0 }
    },
  ]

  /// A view that needs a leaf.
  private static func needy(line: Int = #line) -> Route {
    Route({ @MainActor (_: any Leaf) in Editor() }, line: line) { RoutableView(.editor) }
  }

  @Test(arguments: cases) func `a request without a needed configuration is an error`(row: RuleCase) throws {
    try row.check()
  }

  @Test func `an identifier and a contribution can't pass a configuration`() {
    let text = problems {
      Route(BookLeaf.init(settings:), configuration: LeafSettings.self) {
        ViewModule(.pageSettings)
        Identifier("page")
        Contributes(to: .pages)
      }
    }
    #expect(text.codes == ["required-configuration", "required-configuration"])
    #expect(text.contains("a request by Identifier(\"page\") has none"), "\(text)")
    #expect(text.contains("a request by Contributes(to: .pages) has none"), "\(text)")
    #expect(text.contains("To fix: remove Contributes(to: .pages)\n"), "\(text)")
  }

  @Test func `a configuration that no caller can pass is an error`() {
    let text = problems { Route(BookLeaf.init(settings:), configuration: LeafSettings.self) { View(.page) } }
    #expect(
      text == """
        error: 1 problem in 1 route
        line + 0: error: Route(BookLeaf) needs LeafSettings from its caller, but doesn't provide it [required-configuration]
            To fix: add ViewModule<LeafSettings>()
                or: declare a default, with configuration: { LeafSettings(…) }
        """)
  }

  @Test func `a key without a configuration, or of another one, is an error`() {
    let text = problems {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Kept(by: \RoomSettings.number)
      }
      Route(ChatRoom.init(settings:time:), configuration: RoomSettings.init) {
        ServiceModule(.roomSettings)
        Kept(by: \String.count)
      }
      Route(SystemTime.self) { Service<any TimeSource>() }
    }
    #expect(
      text == """
        error: 2 problems in 3 routes
        line + 1: error: Route(MemoryStore) is Kept(by:) a property of RoomSettings but has no configuration [missing-configuration]
            To fix: declare it with configuration: RoomSettings.init
                or: remove Kept(by:)
        line + 5: error: Route(ChatRoom) is Kept(by:) a property of String but its configuration is RoomSettings [missing-configuration]
            To fix: write Kept(by: \\RoomSettings.…)
                or: remove Kept(by:)
        """)
  }
}
