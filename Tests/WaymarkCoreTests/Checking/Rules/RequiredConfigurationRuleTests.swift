import SharedFixtures
import Testing
import WaymarkCore

@MainActor private protocol Leaf: AnyObject {
  var number: Int { get }
}
extension RoutableView<any Leaf> {
  fileprivate static var page: Self { declared() }
  fileprivate static var cover: Self { declared() }
}
extension RoutableViewModule<LeafSettings> { fileprivate static var pageSettings: Self { declared() } }
extension RoutableView<any EditorInput> { fileprivate static var secondEditor: Self { declared() } }
extension RoutableViews<any Leaf> { fileprivate static var pages: Self { declared() } }

private struct LeafSettings { let number: Int }
@MainActor private final class BookLeaf: Leaf {
  let number: Int
  init(settings: LeafSettings) { number = settings.number }
}
@MainActor private final class PlainLeaf: Leaf {
  let number = 0
  init() {}
}
/// The route of a leaf without a default configuration.
private func leaf(
  _ token: RoutableView<any Leaf> = .page, fileID: StaticString = #fileID, line: Int = #line
) -> Route {
  Route(BookLeaf.init(settings:), configuration: LeafSettings.self, fileID: fileID, line: line) {
    token
    RoutableViewModule(.pageSettings)
  }
}

@Suite("Rule: requests for a route without a default configuration pass one")
struct RequiredConfigurationRuleTests: RouteVocabulary {
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

  @Test func `an optional dependency, a router to the destination, and Requires are errors`() {
    let text = problems {
      leaf()
      Route({ @MainActor (_: (any Leaf)?) in Editor() }) { View(.editor) }
      Route({ @MainActor (_: DestinationViewRouter<any Leaf>) in Editor() }) { View(.secondEditor) }
      Route({ HeadingEditor(Editor()) }) {
        View<any HeadingInput>()
        Requires(.page)
      }
    }
    #expect(text.findings == (2...4).map { "line + \($0) required-configuration" })
  }

  @Test func `a decorated destination also needs its configuration`() {
    let text = problems {
      leaf()
      Decorates(.page) { page in page }
      Route({ @MainActor (_: any Leaf) in Editor() }) { View(.editor) }
    }
    #expect(text.findings == ["line + 3 required-configuration"])
  }

  @Test func `a router to the configuration, and a default configuration, are accepted`() {
    let router = problems {
      leaf()
      Route({ @MainActor (_: ModuleViewRouter<LeafSettings>) in Editor() }) { View(.editor) }
    }
    #expect(router.isEmpty)
    let withDefault = problems {
      Route(BookLeaf.init(settings:), configuration: { LeafSettings(number: 1) }) {
        View(.page)
        ViewModule(.pageSettings)
        Identifier("page")
      }
      Route({ @MainActor (_: any Leaf) in Editor() }) { View(.editor) }
    }
    #expect(withDefault.isEmpty)
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

  @Test func `an extension can't add a route that its base needs without a configuration`() throws {
    let early = try problems(stage: .early) {
      Route({ @MainActor (_: DestinationViewRouter<any Leaf>) in Editor() }) { View(.editor) }
    } extending: {
      leaf()
    }
    #expect(early.codes == ["required-configuration"])
    let optional = try problems {
      Route({ @MainActor (_: (any Leaf)?) in Editor() }) { View(.editor) }
    } extending: {
      leaf()
    }
    #expect(optional.codes == ["required-configuration"])
  }

  @Test func `an override can't remove the default configuration of a dependency`() throws {
    let text = try problems {
      Route(BookLeaf.init(settings:), configuration: { LeafSettings(number: 1) }) {
        View(.page)
        ViewModule(.pageSettings)
      }
      Route({ @MainActor (_: any Leaf) in Editor() }) { View(.editor) }
    } overriding: {
      leaf()
    }
    #expect(text.codes == ["required-configuration"])
  }

  @Test func `an override's adapter can't lead to a route without a default configuration`() throws {
    let text = try problems {
      Route(PlainLeaf.init) { View(.page) }
      Route({ @MainActor (_: any Leaf) in Editor() }) {
        View(.editor)
        Takes(.page)
      }
      leaf(.cover)
    } overriding: {
      Adapter(View(.page), for: View(.cover)) { $0 }
    }
    #expect(text.codes == ["required-configuration"])
  }

  @Test func `an extension's adapter can't supply an optional need with a route that needs a configuration`()
    throws
  {
    let bookLeaf = View<BookLeaf>(declaredProtocol: BookLeaf.self)
    let text = try problems {
      Route({ @MainActor (_: (any Leaf)?) in Editor() }) { View(.editor) }
      Route(BookLeaf.init(settings:), configuration: LeafSettings.self) {
        bookLeaf
        ViewModule(.pageSettings)
      }
    } extending: {
      Adapter(View(.page), for: bookLeaf) { $0 }
    }
    #expect(text.codes == ["required-configuration"])
  }
}
