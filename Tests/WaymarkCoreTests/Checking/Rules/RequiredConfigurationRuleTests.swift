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
@MainActor private final class Book {
  init(page: any Leaf) {}
  init(cover: (any Leaf)?) {}
  init(pages: ModuleViewRouter<LeafSettings>) {}
  init(next: DestinationViewRouter<any Leaf>) {}
}
extension RoutableView<Book> {
  fileprivate static var book: Self { declared() }
  fileprivate static var sequel: Self { declared() }
  fileprivate static var appendix: Self { declared() }
}

@Suite("Rule: requests for a route without a default configuration pass one")
struct RequiredConfigurationRuleTests: RouteVocabulary {
  @Test func `a dependency that passes no configuration is an error`() {
    let text = problems {
      Route(BookLeaf.init(settings:), configuration: LeafSettings.self) {
        View(.page)
        ViewModule(.pageSettings)
      }
      Route(Book.init(page:)) { View(.book) }
    }
    #expect(
      text == """
        error: 1 problem in 2 routes
        line + 5: error: parameter 1 of Route(Book) needs BookLeaf, which needs LeafSettings from its caller [required-configuration]
            line + 1: Route(BookLeaf) has no default configuration
            To fix: depend on a ModuleViewRouter<LeafSettings> instead, and pass the configuration when you request the instance
                or: declare a default, with configuration: { LeafSettings(…) }
        """)
  }

  @Test func `an optional dependency, a router to the destination, and Requires are errors`() {
    let text = problems {
      Route(BookLeaf.init(settings:), configuration: LeafSettings.self) {
        View(.page)
        ViewModule(.pageSettings)
      }
      Route(Book.init(cover:)) { View(.book) }
      Route(Book.init(next:)) { View(.sequel) }
      Route(Book.self) {
        View(.appendix)
        Requires(.page)
      } make: { _ in
        Book(cover: nil)
      }
    }
    #expect(
      text.outline == """
        error: 3 problems in 4 routes
        line + 5: error [required-configuration]
            line + 1: Route(BookLeaf) has no default configuration
        line + 6: error [required-configuration]
            line + 1: Route(BookLeaf) has no default configuration
        line + 7: error [required-configuration]
            line + 1: Route(BookLeaf) has no default configuration
        """)
  }

  @Test func `a decorated destination needs its configuration, too`() {
    let text = problems {
      Route(BookLeaf.init(settings:), configuration: LeafSettings.self) {
        View(.page)
        ViewModule(.pageSettings)
      }
      Decorates(.page) { page in page }
      Route(Book.init(page:)) { View(.book) }
    }
    #expect(
      text.outline == """
        error: 1 problem in 2 routes
        line + 6: error [required-configuration]
            line + 1: Route(BookLeaf) has no default configuration
        """)
  }

  @Test func `a router to the configuration is accepted`() {
    let text = problems {
      Route(BookLeaf.init(settings:), configuration: LeafSettings.self) {
        View(.page)
        ViewModule(.pageSettings)
      }
      Route(Book.init(pages:)) { View(.book) }
    }
    #expect(text.isEmpty)
  }

  @Test func `a default configuration needs no caller`() {
    let text = problems {
      Route(BookLeaf.init(settings:), configuration: { LeafSettings(number: 1) }) {
        View(.page)
        ViewModule(.pageSettings)
        Identifier("page")
      }
      Route(Book.init(page:)) { View(.book) }
    }
    #expect(text.isEmpty)
  }

  @Test func `an identifier and a contribution can't pass a configuration`() {
    let text = problems {
      Route(BookLeaf.init(settings:), configuration: LeafSettings.self) {
        ViewModule(.pageSettings)
        Identifier("page")
        Contributes(to: .pages)
      }
    }
    #expect(
      text == """
        error: 2 problems in 1 route
        line + 1: error: Route(BookLeaf) needs LeafSettings from its caller, and a request by Identifier("page") has none [required-configuration]
            To fix: remove Identifier("page")
                or: declare a default, with configuration: { LeafSettings(…) }
        line + 1: error: Route(BookLeaf) needs LeafSettings from its caller, and a request by Contributes(to: .pages) has none [required-configuration]
            To fix: remove Contributes(to: .pages)
                or: declare a default, with configuration: { LeafSettings(…) }
        """)
  }

  @Test func `a configuration that no caller can pass is an error`() {
    let text = problems {
      Route(BookLeaf.init(settings:), configuration: LeafSettings.self) { View(.page) }
    }
    #expect(
      text == """
        error: 1 problem in 1 route
        line + 1: error: Route(BookLeaf) needs LeafSettings from its caller, but doesn't provide it [required-configuration]
            To fix: add ViewModule<LeafSettings>()
                or: declare a default, with configuration: { LeafSettings(…) }
        """)
  }

  @Test func `an extension of an early registry can't add a dependency that needs a configuration`() throws {
    let early = try Registry(stage: .early) { Route(Book.init(next:)) { View(.book) } }
    let error = #expect(throws: RegistryError.self) {
      try early.extending {
        Route(BookLeaf.init(settings:), configuration: LeafSettings.self) {
          View(.page)
          ViewModule(.pageSettings)
        }
      }
    }
    #expect(error?.diagnostics.map(\.code) == [.requiredConfiguration])
  }

  @Test func `an override can't remove the default configuration of a dependency`() throws {
    let base = try Registry {
      Route(BookLeaf.self, configuration: { LeafSettings(number: 1) }) {
        View(.page)
        ViewModule(.pageSettings)
      } make: { settings, _ in
        BookLeaf(settings: settings)
      }
      Route(Book.init(page:)) { View(.book) }
    }
    let error = #expect(throws: RegistryError.self) {
      try base.overriding {
        Route(BookLeaf.init(settings:), configuration: LeafSettings.self) {
          View(.page)
          ViewModule(.pageSettings)
        }
      }
    }
    #expect(error?.diagnostics.map(\.code) == [.requiredConfiguration])
  }

  @Test func `an override's adapter can't lead to a route without a default configuration`() throws {
    let base = try Registry {
      Route(PlainLeaf.init) { View(.page) }
      Route(Book.init(page:)) {
        View(.book)
        Takes(.page)
      }
      Route(BookLeaf.init(settings:), configuration: LeafSettings.self) {
        View(.cover)
        ViewModule(.pageSettings)
      }
    }
    let error = #expect(throws: RegistryError.self) {
      try base.overriding { Adapter(View(.page), for: View(.cover)) { $0 } }
    }
    #expect(error?.diagnostics.map(\.code) == [.requiredConfiguration])
  }

  @Test func `an extension can't fill an optional dependency with a route without a default configuration`()
    throws
  {
    let base = try Registry { Route(Book.init(cover:)) { View(.book) } }
    let error = #expect(throws: RegistryError.self) {
      try base.extending {
        Route(BookLeaf.init(settings:), configuration: LeafSettings.self) {
          View(.page)
          ViewModule(.pageSettings)
        }
      }
    }
    #expect(error?.diagnostics.map(\.code) == [.requiredConfiguration])
  }
}
