import SharedFixtures
import Testing
import WaymarkInspection

@testable import WaymarkCore

private struct Reader: Sendable {
  let label: String
  init(ledger: any NamedLedger) { label = ledger.label }
}

private struct RouterReader: Sendable {
  let router: DestinationServiceRouter<any NamedLedger>
  init(router: DestinationServiceRouter<any NamedLedger>) { self.router = router }
}

private final class PropertyReader: Sendable { let ledger = Routed(.copyLedger) }

private protocol RequiredLedger: Sendable { var label: String { get } }
extension Book: RequiredLedger {}

extension RoutableService<Reader> { fileprivate static var ledgerReader: Self { declared() } }
extension RoutableService<RouterReader> { fileprivate static var routerReader: Self { declared() } }
extension RoutableService<PropertyReader> { fileprivate static var propertyReader: Self { declared() } }
extension RoutableService<any RequiredLedger> {
  fileprivate init() { self.init(declaredProtocol: Protocol.self) }
  fileprivate static var requiredLedger: Self { declared() }
  fileprivate static var otherRequiredLedger: Self { declared() }
}

private struct Books: RouteModule {
  var keys: [NameKey] = [.main, .copy]
  var isKept = false
  var prefix = ""
  var routes: Routes {
    for key in keys {
      Route({ [prefix] in Book(label: prefix + key.rawValue) }) {
        key.ledger
        if isKept { Singleton() }
      }
    }
  }
}

private func book(
  _ label: String, _ token: RoutableService<any NamedLedger>, fileID: StaticString = #fileID,
  line: Int = #line
) -> Route {
  Route({ Book(label: label) }, fileID: fileID, line: line) { token }
}

private func reader(
  taking token: RoutableService<any NamedLedger>, fileID: StaticString = #fileID, line: Int = #line
) -> Route {
  Route(Reader.init, fileID: fileID, line: line) {
    RoutableService(.ledgerReader)
    Takes(token)
  }
}

/// A route with both names.
private func bookWithTwoNames() -> Route {
  Route({ Book(label: "1") }) {
    RoutableService(.mainLedger)
    RoutableService(.copyLedger)
  }
}

/// The ways in which a derived registry changes one of two names of a route.
private enum NameChange: CaseIterable {
  case simpleOverride, override, value, change, decorator

  func derived(from base: Registry) throws(RegistryError) -> Registry {
    switch self {
    case .simpleOverride: try base.overriding { book("2", .mainLedger) }
    case .override:
      try base.overriding {
        Route({ Book(label: "2") }) {
          RoutableService(.mainLedger)
          EntryPoint()
        }
      }
    case .value: try base.overriding { Overrides(.mainLedger, with: Book(label: "2")) }
    case .change: try base.overriding { Overrides(.mainLedger) { $0 = Book(label: "2") } }
    case .decorator: try base.extending { Decorates(.mainLedger) { $0 } }
    }
  }
}

/// The ways in which declarations request a type that has two names, with the message and the remedy.
private enum TypeRequest: CaseIterable {
  case requirement, adapter, decorator, replacement

  private var type: RoutableService<any NamedLedger> { RoutableService() }

  func text() throws(RegistryError) -> String {
    switch self {
    case .requirement:
      problems {
        Books()
        Route(SystemTime.self) {
          RoutableService<any TimeSource>()
          Requires(type)
        }
      }
    case .adapter:
      problems {
        Books()
        Adapter(.requiredLedger, for: type) { Book(label: $0.label) }
      }
    case .decorator:
      problems {
        Books()
        Decorates(type) { Book(label: "[\($0.label)]") }
      }
    case .replacement:
      try problems {
        Books()
      } overriding: {
        book("fake", type)
      }
    }
  }

  var message: String {
    switch self {
    case .requirement: "Route(SystemTime) requires any NamedLedger, which is provided as"
    case .adapter: "Adapter(.requiredLedger, for: Service<any NamedLedger>()) adapts"
    case .decorator: "Decorates(Service<any NamedLedger>()) decorates"
    case .replacement: "Service<any NamedLedger> is overridden, but the base registry provides"
    }
  }

  var remedy: String {
    switch self {
    case .requirement: "write the name of the one that is meant: Requires(.mainLedger)"
    case .adapter: "write the name of the one that is meant: for: .mainLedger"
    case .decorator: "write the name of the one that is meant: Decorates(.mainLedger) { … }"
    case .replacement: "write the name of the one that is meant, such as Service(.mainLedger)"
    }
  }
}

@Suite("Rule: a request by a type means one of its names")
struct AmbiguousNameRuleTests: RouteVocabulary {
  @Test func `a parameter of a type with two names is an error`() {
    let text = problems {
      book("1", .mainLedger)
      book("2", .copyLedger)
      Route(Reader.init) { Service(.ledgerReader) }
    }
    #expect(
      text == """
        error: 1 problem in 3 routes
        line + 3: error: parameter 1 of Route(Reader) needs any NamedLedger, which is provided as Service(.mainLedger) and Service(.copyLedger) [ambiguous-name]
            line + 1: Service(.mainLedger) is provided here
            line + 2: Service(.copyLedger) is provided here
            To fix: add Takes(.mainLedger) or Takes(.copyLedger) to the route
        """)
  }

  @Test(arguments: TypeRequest.allCases)
  fileprivate func `another request of a type with two names is an error`(request: TypeRequest) throws {
    let text = try request.text()
    let message = "\(request.message) Service(.mainLedger) and Service(.copyLedger) [ambiguous-name]"
    #expect(text.hasPrefix("error: 1 problem in ") && text.contains(": error: \(message)\n"), "\(text)")
    #expect(text.matches(of: #/line \+ -?\d+: Service\(\.(main|copy)Ledger\) is provided here/#).count == 2)
    #expect(text.hasSuffix("\n    To fix: \(request.remedy)"), "\(text)")
  }

  @Test func `a decorator requests one of two names of its closure's resolver`() throws {
    let text = problems {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Books()
      Decorates(Service<any NoteStore>(), with: { (inner, _: any NamedLedger) in inner })
    }
    #expect(
      text.contains(
        """
            To fix: write Decorates(Service<any NoteStore>(), with: { (inner: any NoteStore, routes: Resolver) in … }), and request .mainLedger of routes
                or: provide one of them without a name
        """))
    let labels = Journal()
    let registry = try Registry {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Books()
      Decorates(
        Service<any NoteStore>(),
        with: { (inner: any NoteStore, routes: Resolver) in
          labels.write(try routes(.copyLedger).label)
          return inner
        })
    }
    _ = try registry(Service<any NoteStore>())
    #expect(labels.all == ["copy"])
  }

  @Test func `an extension's second name for a transient route's dependency is an error`() throws {
    let text = try problems {
      book("1", .mainLedger)
      Route(Reader.init) { Service(.ledgerReader) }
    } extending: {
      book("2", .copyLedger)
    }
    #expect(
      text == """
        error: 1 problem in 3 routes
        line + 2: error: parameter 1 of Route(Reader) needs any NamedLedger, which is provided as Service(.mainLedger) and Service(.copyLedger) [ambiguous-name]
            the extension adds Service(.copyLedger)
            line + 1: Service(.mainLedger) is provided here
            line + 4: Service(.copyLedger) is provided here
            To fix: add Takes(.mainLedger) to the route
        """)
    let remedied = try Registry {
      book("1", .mainLedger)
      reader(taking: .mainLedger)
    }
    #expect(try remedied.extending { book("2", .copyLedger) }(.ledgerReader).label == "1")
  }

  @Test(arguments: [false, true])
  func `an extension's second name doesn't change what the base keeps`(isShared: Bool) throws {
    let base = try Registry {
      book("1", .mainLedger)
      Route(SharedLedger.init(ledger:)) {
        Service(.sharedLedger)
        if isShared { WeaklyShared() } else { Singleton() }
      }
    }
    #expect(try base.extending { book("2", .copyLedger) }(.sharedLedger).label == "1")
  }

  @Test func `an extension's second name for a requirement of the base names the base's token`() throws {
    let text = try problems {
      book("1", .copyLedger)
      service({ SystemTime() }, Service<any TimeSource>(), Requires(Service<any NamedLedger>()))
    } extending: {
      book("2", .mainLedger)
    }
    #expect(
      text.contains("To fix: write the name of the one that is meant: Requires(.copyLedger)"), "\(text)")
  }

  @Test func `the remedy keeps the tokens of Takes that supply parameters`() {
    let text = problems {
      Books()
      Route({ (first: any NamedLedger, second: any NamedLedger) in Reader(ledger: first) }) {
        Service(.ledgerReader)
        Takes(.mainLedger)
      }
      Route(RouterReader.init(router:)) {
        Service(.routerReader)
        Takes(.ledgerReader)
      }
    }
    #expect(
      text.contains(
        """
        parameter 2 of Route(Reader) needs any NamedLedger, which is provided as Service(.mainLedger) and Service(.copyLedger) [ambiguous-name]
            Takes(.mainLedger) has no name for it
        """), "\(text)")
    for remedy in [
      "write Takes(.mainLedger, .copyLedger) in place of Takes(.mainLedger)",
      "write Takes(.mainLedger) or Takes(.copyLedger) in place of Takes(.ledgerReader)",
    ] {
      #expect(text.contains("To fix: \(remedy)"), "\(text)")
    }
  }

  @Test func `the remedy for several parameters lists all names`() {
    let text = problems {
      Books()
      Route({ (first: any NamedLedger, second: any NamedLedger) in Reader(ledger: first) }) {
        Service(.ledgerReader)
      }
    }
    let remedy =
      "To fix: add Takes(.mainLedger, .copyLedger) to the route, with a name for each parameter of this type, in their order"
    #expect(text.ranges(of: remedy).count == 2, "\(text)")
  }

  @Test(arguments: [false, true])
  func `two names added for an early router are an error`(isKept: Bool) throws {
    let text = try problems(stage: .early) {
      Route(RouterReader.init(router:)) {
        Service(.routerReader)
        if isKept { Singleton() }
      }
    } extending: {
      Books()
    }
    #expect(text.contains("parameter 1 of Route(RouterReader) needs"), "\(text)")
    #expect(text.codes == [isKept ? "missing-requirement" : "ambiguous-name"])
    #expect(text.contains(isKept ? "and only the extension provides it" : "which is provided as"), "\(text)")
  }

  @Test func `a property with a name is accepted, and keeps both names reachable`() throws {
    let registry = try Registry {
      Books()
      service({ PropertyReader() }, Service(.propertyReader), EntryPoint())
    }
    #expect(try Registry.withCurrent(registry) { try registry(.propertyReader).ledger().label } == "copy")
    #expect(registry.diagnostics.isEmpty && registry.unreachableRoutes.isEmpty)
  }

  // MARK: - Overrides, adapters, and decorators that mean one

  @Test(arguments: NamedRegistry.allCases, [NameKey.main, .plain])
  func `overriding a type replaces its only name`(setting: NamedRegistry, key: NameKey) throws {
    let base = try setting.make([.main])
    let over = try base.overriding {
      Route({ Book(label: "fake") }) {
        key.ledger
        if setting == .kept { Singleton() }
      }
    }
    #expect(try over(.mainLedger).label == "fake" && over(Service<any NamedLedger>()).label == "fake")
    #expect(try over.router(to: .mainLedger)?.makeDestination().label == "fake")
    #expect(try base(.mainLedger).label == "main")
    let again = try over.overriding {
      Route({ Book(label: "again") }) {
        Service<any NamedLedger>()
        EntryPoint()
        if setting == .kept { Singleton() }
      }
    }
    #expect(try again(.mainLedger).label == "again")
  }

  @Test func `overriding an unknown name is an error`() throws {
    let text = try problems {
      Books(keys: [.main])
    } overriding: {
      book("fake", .copyLedger)
    }
    #expect(
      text.contains(
        "Service(.copyLedger) is overridden, but the base registry does not provide it [unknown-override]"))
    #expect(text.contains(": Service(.mainLedger) is provided here"))
  }

  @Test func `an adapter of a type adapts its only name`() throws {
    let registry = try Registry {
      Books(keys: [.copy])
      Adapter(.requiredLedger, for: Service<any NamedLedger>()) { Book(label: "adapted \($0.label)") }
    }
    #expect(try registry(.requiredLedger).label == "adapted copy")
    #expect(try registry(Service<any RequiredLedger>()).label == "adapted copy")
    let over = try registry.overriding { book("fake", Service<any NamedLedger>()) }
    #expect(try over(.requiredLedger).label == "adapted fake")
    #expect(try registry.extending { book("main", .mainLedger) }(.requiredLedger).label == "adapted copy")
  }

  @Test func `an adapter connects two names`() throws {
    let registry = try Registry {
      Books()
      Adapter(.requiredLedger, for: .mainLedger) { Book(label: "first \($0.label)") }
      Adapter(.otherRequiredLedger, for: .copyLedger) { Book(label: "second \($0.label)") }
    }
    #expect(try registry(.requiredLedger).label == "first main")
    #expect(try registry(.otherRequiredLedger).label == "second copy")
    #expect(outcome { try registry(Service<any RequiredLedger>()).label } == "ambiguousName")
    let over = try registry.overriding { book("fake", .copyLedger) }
    #expect(
      try over(.requiredLedger).label == "first main" && over(.otherRequiredLedger).label == "second fake")
    let adapted = try registry.overriding {
      Adapter(.requiredLedger, for: .copyLedger) { Book(label: "third \($0.label)") }
    }
    #expect(try adapted(.requiredLedger).label == "third copy")
  }

  @Test func `overriding an adapter by the type replaces its only name`() throws {
    let over = try Registry {
      Books()
      Adapter(.requiredLedger, for: .mainLedger) { Book(label: "first \($0.label)") }
    }.overriding {
      Adapter(Service<any RequiredLedger>(), for: .copyLedger) { Book(label: "other \($0.label)") }
    }
    #expect(try over(.requiredLedger).label == "other copy")
    #expect(try over(Service<any RequiredLedger>()).label == "other copy")
  }

  @Test func `a decorator wraps one name, or the only name of a type`() throws {
    let both = try Registry {
      Books()
      Decorates(.copyLedger) { Book(label: "[\($0.label)]") }
    }
    #expect(try both(.mainLedger).label == "main" && both(.copyLedger).label == "[copy]")
    let bothOver = try both.overriding { Decorates(.mainLedger) { Book(label: "(\($0.label))") } }
    #expect(try bothOver(.mainLedger).label == "(main)" && bothOver(.copyLedger).label == "[copy]")
    let only = try Registry {
      Books(keys: [.copy], isKept: true)
      Decorates(Service<any NamedLedger>()) { Book(label: "[\($0.label)]") }
    }
    #expect(try only(.copyLedger).label == "[copy]" && only(Service<any NamedLedger>()).label == "[copy]")
    let over = try only.overriding { Decorates(Service<any NamedLedger>()) { Book(label: "(\($0.label))") } }
    #expect(try over(.copyLedger).label == "([copy])")
    let plain = try Registry {
      Books(keys: [.plain, .copy])
      Decorates(Service<any NamedLedger>()) { Book(label: "[\($0.label)]") }
    }
    #expect(try plain(.copyLedger).label == "copy" && plain(Service<any NamedLedger>()).label == "[plain]")
  }

  @Test(arguments: [NameKey.main, .plain])
  func `a profile's route replaces the only name of its type`(key: NameKey) throws {
    @RoutesBuilder var routes: Routes {
      Books(keys: [.main])
      When(.preview) { Books(keys: [key], prefix: "preview ") }
    }
    let registry = try Registry(profile: .preview) { routes }
    let label = "preview \(key)"
    #expect(try registry(.mainLedger).label == label && registry(Service<any NamedLedger>()).label == label)
    #expect(registry.routables.map(\.name) == ["mainLedger"] && registry.routes.count == 1)
    let live = try Registry { routes }
    #expect(try live(.mainLedger).label == "main" && live(Service<any NamedLedger>()).label == "main")
  }

  @Test(arguments: [false, true])
  func `a profile's adapter replaces the only name of its type`(isAdapter: Bool) throws {
    let registry = try Registry(profile: .preview) {
      Books()
      if isAdapter {
        Adapter(.requiredLedger, for: .mainLedger) { Book(label: "first \($0.label)") }
      } else {
        Route({ Book(label: "required") }) { Service(.requiredLedger) }
      }
      When(.preview) {
        Adapter(Service<any RequiredLedger>(), for: .copyLedger) { Book(label: "preview \($0.label)") }
      }
    }
    #expect(try registry(.requiredLedger).label == "preview copy")
    #expect(try registry(Service<any RequiredLedger>()).label == "preview copy")
  }

  @Test func `an error suggests the other profile's name of the type`() {
    let text = problems {
      When(.preview) { book("1", .mainLedger) }
      Route(Reader.init) { Service(.ledgerReader) }
    }
    #expect(
      text.contains("line + 1: Service<any NamedLedger> is provided here, only in the profile \"preview\""),
      "\(text)")
  }

  @Test func `a profile's route replaces one of two names, or is the default beside them`() throws {
    func registry(_ key: NameKey) throws -> Registry {
      try Registry(profile: .preview) {
        Books()
        When(.preview) { Books(keys: [key], prefix: "preview ") }
      }
    }
    let one = try registry(.copy)
    #expect(try one(.mainLedger).label == "main" && one(.copyLedger).label == "preview copy")
    let beside = try registry(.plain)
    #expect(try beside(.mainLedger).label == "main" && beside(.copyLedger).label == "copy")
    #expect(try beside(Service<any NamedLedger>()).label == "preview plain")
  }

  @Test func `an error lists an overridden name once`() throws {
    let text = try problems {
      Books()
      reader(taking: .mainLedger)
    } overriding: {
      Books(keys: [.main])
      Route(Reader.init) { Service(.ledgerReader) }
    }
    #expect(
      text.contains("which is provided as Service(.copyLedger) and Service(.mainLedger) [ambiguous-name]"))
  }

  @Test(arguments: NameChange.allCases)
  private func `changing one of two names of a route makes requests by type ambiguous`(
    change: NameChange
  ) throws {
    let base = try Registry {
      bookWithTwoNames()
      Route(Reader.init) { Service(.ledgerReader) }
    }
    let text = problemsOfDeriving { () throws(RegistryError) in try change.derived(from: base) }
    #expect(text.codes == ["ambiguous-name"])
    let deriving = change == .decorator ? "extension" : "override"
    #expect(text.contains("\n    the \(deriving) changes Service(.mainLedger)\n"), "\(text)")
    #expect(text.contains(" Takes(.mainLedger)") && text.contains(" Takes(.copyLedger)"), "\(text)")
    let named = try Registry {
      bookWithTwoNames()
      reader(taking: .copyLedger)
    }
    #expect(try change.derived(from: named)(.ledgerReader).label == "1")
  }

  @Test func `an isolated module's override can't give a missing type two names`() throws {
    let base = try Registry(
      isolating: RoutesBuilder.buildExpression(Route(Reader.init) { Service(.ledgerReader) }))
    let text = problemsOfDeriving { () throws(RegistryError) in try base.overriding { Books() } }
    #expect(text.codes == ["ambiguous-name"])
    #expect(try base.overriding { Books(keys: [.main]) }(.ledgerReader).label == "main")
  }

  @Test func `an extension's profile adds a type beside a name of the base`() throws {
    let base = try Registry(profile: .preview) {
      book("1", .mainLedger)
      When(.preview) {}
    }
    let extended = try base.extending { When(.preview) { book("2", Service<any NamedLedger>()) } }
    #expect(try extended(.mainLedger).label == "1")
    #expect(try extended(Service<any NamedLedger>()).label == "2")
  }

  @Test func `a service's router to views with two names is an error`() {
    func page(_ token: RoutableViews<any Leaf>) -> Route {
      Route(NamedPage.self) {
        Contributes(to: token)
      } make: {
        NamedPage(label: "")
      }
    }
    let text = problems {
      page(.mainLeaves)
      page(.copyLeaves)
      Route({ (_: ViewContributions<any Leaf>) in MemoryStore() }) { Service(.notes) }
    }
    #expect(text.codes == ["ambiguous-name"])
  }

  @Test func `the rule skips replaced routes of the base`() throws {
    let base = try Registry {
      Books(keys: [.main])
      Route(Reader.init) { Service(.ledgerReader) }
    }
    let more = try base.overriding { reader(taking: .mainLedger) }.extending { Books(keys: [.copy]) }
    #expect(try more(.ledgerReader).label == "main" && more(.copyLedger).label == "copy")
  }

  @Test(arguments: [false, true])
  func `an array of a type with two collections is an error`(isExtended: Bool) throws {
    @RoutesBuilder func contributing(_ keys: [NameKey]) -> Routes {
      for key in keys { Route({ Book(label: key.rawValue) }) { Contributes(to: key.ledgers) } }
    }
    @RoutesBuilder func reader() -> Routes {
      Route({ (all: [any NamedLedger], routers: Contributions<any NamedLedger>) in
        MemoryStore(name: all.map(\.label).joined() + "\(routers.count)")
      }) { Service(.notes) }
    }
    func made(_ keys: [NameKey]) throws(RegistryError) -> Registry {
      try isExtended
        ? Registry { contributing(keys) }.extending { reader() }
        : Registry {
          contributing(keys)
          reader()
        }
    }
    let text = problemsOfDeriving { () throws(RegistryError) in try made([.main, .copy]) }
    #expect(text.contains("parameter 1 of Route(MemoryStore) needs "), "\(text)")
    #expect(text.contains("parameter 2 of Route(MemoryStore) needs "), "\(text)")
    #expect(
      text.contains(
        "which is provided as Services(.mainLedgers) and Services(.copyLedgers) [ambiguous-name]"), "\(text)")
    #expect(try made([.copy])(.notes).name == "copy1")
    #expect(try made([.plain, .copy])(.notes).name == "plain1")
  }

  @Test func `an isolated module's ambiguous request is explained`() throws {
    let registry = try NamedRegistry.isolated.make([.main, .copy])
    #expect(error { _ = try registry(Service<any NamedLedger>()) }?.code == .ambiguousName)
    #expect(error { _ = try registry(Service<any TimeSource>()) }?.code == .unimplemented)
  }

  // MARK: - Other messages

  @Test func `providing a name twice is an error`() {
    let text = problems {
      book("1", .mainLedger)
      book("2", .mainLedger)
    }
    #expect(
      text == """
        error: 1 problem in 2 routes
        line + 2: error: Service(.mainLedger) is provided twice, here by Route(Book) [duplicate-provision]
            line + 1: Route(Book) provides it first
            To fix: remove one of the two
                or: replace the first with overriding { … }
                or: give each a name of its own
        """)
  }

  @Test func `an error mentions the type's other name`() {
    let text = problems {
      book("1", .mainLedger)
      service({ SystemTime() }, Service<any TimeSource>(), Requires(.copyLedger))
      reader(taking: .copyLedger)
    }
    #expect(
      text == """
        error: 1 problem in 3 routes
        line + 2: error: 2 dependencies need Service(.copyLedger), and nothing provides it [missing-requirement]
            line + 2: Route(SystemTime) requires it
            line + 3: parameter 1 of Route(Reader) needs it
            line + 1: Service(.mainLedger) is provided here
            line + 1: Book could be provided as Service(.copyLedger)
            To fix: request Service(.mainLedger)
                or: add Service(.copyLedger) to a route
        """)
    let one = problems {
      book("1", .mainLedger)
      service({ SystemTime() }, Service<any TimeSource>(), Requires(.copyLedger))
    }
    #expect(one.findings == ["line + 2 missing-requirement"])
    #expect(one.contains("needs Service(.copyLedger), and nothing provides it"), "\(one)")
    #expect(one.contains("\n    line + 1: Book could be provided as Service(.copyLedger)"), "\(one)")
  }

  @Test func `an error in an extension mentions the base's tokens of the type, with and without a name`()
    throws
  {
    let text = try problems {
      Books(keys: [.plain, .main])
    } extending: {
      service({ SystemTime() }, Service<any TimeSource>(), Requires(.copyLedger))
    }
    let provided = text.matches(of: #/line \+ -?\d+: (.*) is provided here/#).map { String($0.output.1) }
    #expect(provided == ["Service<any NamedLedger>", "Service(.mainLedger)"])
  }

  @Test func `failing requests name the provided tokens`() throws {
    let line = #line + 1
    let registry = try Registry { book("1", .mainLedger) }
    let missing = error { _ = try registry(.copyLedger) }
    #expect(
      relative(missing?.description ?? "", fileID: #fileID, line: line) == """
        nothing provides Service(.copyLedger) in this registry, which provides Service(.mainLedger) at line + 0 [unregistered]
            To fix: request Service(.mainLedger)
                or: add Service(.copyLedger) to Route(Book) at line + 0, which can provide it
        """)
    let both = try registry.extending { book("2", .copyLedger) }
    let ambiguous = error { _ = try both(Service<any NamedLedger>()) }
    #expect(
      relative(ambiguous?.description ?? "", fileID: #fileID, line: line) == """
        Service<any NamedLedger> is requested without a name, but this registry provides Service(.mainLedger) at line + 0 and Service(.copyLedger) at line + 8 [ambiguousName]
            To fix: request one of them by its name, such as .mainLedger
        """)
  }

  @Test func `an error calls an ambiguous collection a collection`() throws {
    let registry = try Registry {
      Route({ Book(label: "1") }) { Contributes(to: .mainLedgers) }
      Route({ Book(label: "2") }) { Contributes(to: .copyLedgers) }
    }
    let failed = [
      error { _ = try registry.makeDestinations(of: Services<any NamedLedger>()) },
      error { _ = try registry.contributions(to: Services<any NamedLedger>()).makeDestinations() },
      error { _ = try registry.contributions(to: Services<any NamedLedger>()).makeDestinationsByKey() },
    ]
    for error in failed {
      let text = relative(error?.description ?? "", fileID: #fileID, line: #line)
      #expect(
        text.replacing(#/line \+ -?\d+/#, with: "…") == """
          Services<any NamedLedger> is requested without a name, but this registry provides Services(.mainLedgers) at … and Services(.copyLedgers) at … [ambiguousName]
              To fix: request one of them by its name, such as .mainLedgers
          """)
    }
  }
}

extension RoutableService<SharedLedger> { fileprivate static var sharedLedger: Self { declared() } }

private final class SharedLedger: Sendable {
  let label: String
  init(ledger: any NamedLedger) { label = ledger.label }
}
