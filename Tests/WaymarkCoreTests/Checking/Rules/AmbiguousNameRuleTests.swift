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

private final class PropertyReader: Sendable {
  let ledger = Routed(.copyLedger)
  init() {}
}

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

@Suite("Rule: a request by a type means one of its names")
struct AmbiguousNameRuleTests: RouteVocabulary {
  @Test func `a parameter of a type with two names is an error`() {
    let text = problems {
      Route({ Book(label: "1") }) { Service(.mainLedger) }
      Route({ Book(label: "2") }) { Service(.copyLedger) }
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

  @Test func `a requirement of a type with two names is an error`() {
    let text = problems {
      Route({ Book(label: "1") }) { Service(.mainLedger) }
      Route({ Book(label: "2") }) { Service(.copyLedger) }
      Route(SystemTime.self) {
        Service<any TimeSource>()
        Requires(Service<any NamedLedger>())
      }
    }
    #expect(
      text == """
        error: 1 problem in 3 routes
        line + 3: error: Route(SystemTime) requires any NamedLedger, which is provided as Service(.mainLedger) and Service(.copyLedger) [ambiguous-name]
            line + 1: Service(.mainLedger) is provided here
            line + 2: Service(.copyLedger) is provided here
            To fix: write the name of the one that is meant: Requires(.mainLedger)
        """)
  }

  @Test func `overriding a type with two names is an error`() throws {
    let base = try Registry { Books() }
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.overriding { Route({ Book(label: "fake") }) { Service<any NamedLedger>() } }
    }
    #expect(
      text == """
        error: 1 problem in 3 routes
        line + 1: error: Service<any NamedLedger> is overridden, but the base registry provides Service(.mainLedger) and Service(.copyLedger) [ambiguous-name]
            line + -47: Service(.mainLedger) is provided here
            line + -47: Service(.copyLedger) is provided here
            To fix: write the name of the one that is meant, such as Service(.mainLedger)
        """)
  }

  @Test func `adapting a type with two names is an error`() {
    let text = problems {
      Route({ Book(label: "1") }) { Service(.mainLedger) }
      Route({ Book(label: "2") }) { Service(.copyLedger) }
      Adapter(.requiredLedger, for: Service<any NamedLedger>()) { Book(label: $0.label) }
    }
    #expect(
      text == """
        error: 1 problem in 2 routes
        line + 3: error: Adapter(.requiredLedger, for: Service<any NamedLedger>()) adapts Service(.mainLedger) and Service(.copyLedger) [ambiguous-name]
            line + 1: Service(.mainLedger) is provided here
            line + 2: Service(.copyLedger) is provided here
            To fix: write the name of the one that is meant: for: .mainLedger
        """)
  }

  @Test func `a decorator requests one of two names of its closure's resolver`() throws {
    let text = problems {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Route({ Book(label: "1") }) { Service(.mainLedger) }
      Route({ Book(label: "2") }) { Service(.copyLedger) }
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
      Route({ Book(label: "1") }) { Service(.mainLedger) }
      Route({ Book(label: "2") }) { Service(.copyLedger) }
      Decorates(
        Service<any NoteStore>(),
        with: { (inner: any NoteStore, routes: Resolver) in
          labels.write(try routes(.copyLedger).label)
          return inner
        })
    }
    _ = try registry(Service<any NoteStore>())
    #expect(labels.all == ["2"])
  }

  @Test func `decorating a type with two names is an error`() {
    let text = problems {
      Route({ Book(label: "1") }) { Service(.mainLedger) }
      Route({ Book(label: "2") }) { Service(.copyLedger) }
      Decorates(Service<any NamedLedger>()) { Book(label: "[\($0.label)]") }
    }
    #expect(
      text == """
        error: 1 problem in 2 routes
        line + 3: error: Decorates(Service<any NamedLedger>()) decorates Service(.mainLedger) and Service(.copyLedger) [ambiguous-name]
            line + 1: Service(.mainLedger) is provided here
            line + 2: Service(.copyLedger) is provided here
            To fix: write the name of the one that is meant: Decorates(.mainLedger) { … }
        """)
  }

  @Test func `an extension's second name for a transient route's dependency is an error`() throws {
    let base = try Registry {
      Route({ Book(label: "1") }) { Service(.mainLedger) }
      Route(Reader.init) { Service(.ledgerReader) }
    }
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.extending { Route({ Book(label: "2") }) { Service(.copyLedger) } }
    }
    #expect(
      text == """
        error: 1 problem in 3 routes
        line + -2: error: parameter 1 of Route(Reader) needs any NamedLedger, which is provided as Service(.mainLedger) and Service(.copyLedger) [ambiguous-name]
            the extension adds Service(.copyLedger)
            line + -3: Service(.mainLedger) is provided here
            line + 1: Service(.copyLedger) is provided here
            To fix: add Takes(.mainLedger) to the route
        """)
    let remedied = try Registry {
      Route({ Book(label: "1") }) { Service(.mainLedger) }
      Route(Reader.init) {
        Service(.ledgerReader)
        Takes(.mainLedger)
      }
    }
    let more = try remedied.extending { Route({ Book(label: "2") }) { Service(.copyLedger) } }
    #expect(try more(.ledgerReader).label == "1")
    let kept = try Registry {
      Route({ Book(label: "1") }) { Service(.mainLedger) }
      Route(Reader.init) {
        Service(.ledgerReader)
        Singleton()
      }
    }
    let extended = try kept.extending { Route({ Book(label: "2") }) { Service(.copyLedger) } }
    #expect(try extended(.ledgerReader).label == "1", "the base makes what it keeps")
  }

  @Test func `an extension's second name for a requirement of the base names the base's token`() throws {
    let base = try Registry {
      Route({ Book(label: "1") }) { Service(.copyLedger) }
      Route(SystemTime.self) {
        Service<any TimeSource>()
        Requires(Service<any NamedLedger>())
      }
    }
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.extending { Route({ Book(label: "2") }) { Service(.mainLedger) } }
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
    #expect(
      text.contains("To fix: write Takes(.mainLedger, .copyLedger) in place of Takes(.mainLedger)"), "\(text)"
    )
    #expect(
      text.contains(
        "To fix: write Takes(.mainLedger) or Takes(.copyLedger) in place of Takes(.ledgerReader)"), "\(text)")
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

  @Test func `two names added for an early router are an error`() throws {
    for isKept in [false, true] {
      let early = try Registry(stage: .early) {
        Route(RouterReader.init(router:)) {
          Service(.routerReader)
          if isKept { Singleton() }
        }
      }
      let text = problemsOfDeriving { () throws(RegistryError) in try early.extending { Books() } }
      let problem = isKept ? "and only the extension provides it" : "which is provided as"
      #expect(text.contains("parameter 1 of Route(RouterReader) needs"), "\(text)")
      #expect(text.contains(problem) && text.contains(isKept ? "[missing-requirement]" : "[ambiguous-name]"))
    }
  }

  @Test func `a property with a name is accepted`() throws {
    let registry = try Registry {
      Books()
      Route(PropertyReader.self) {
        Service(.propertyReader)
      } make: {
        PropertyReader()
      }
    }
    #expect(try Registry.withCurrent(registry) { try registry(.propertyReader).ledger().label } == "copy")
    #expect(registry.diagnostics.isEmpty)
  }

  @Test func `a property of a type with two names keeps both reachable`() throws {
    let registry = try Registry {
      Books()
      Route(PropertyReader.self) {
        Service(.propertyReader)
        EntryPoint()
      } make: {
        PropertyReader()
      }
    }
    #expect(registry.unreachableRoutes.isEmpty)
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

  @Test(arguments: [NameKey.main, .copy, .plain])
  func `an override replaces one key`(key: NameKey) throws {
    let keys: [NameKey] = key == .plain ? [.plain, .copy] : [.main, .copy]
    for base in try [Registry { Books(keys: keys) }, NamedRegistry.extendedTwice.make(keys)] {
      let over = try base.overriding { Route({ Book(label: "fake") }) { key.ledger } }
      for other in keys {
        #expect(try over(other.ledger).label == (other == key ? "fake" : other.rawValue), "\(other)")
      }
      #expect(over.routables.count { $0 is RoutableService<any NamedLedger> } == 2)
    }
  }

  @Test func `overriding an unknown name is an error`() throws {
    let base = try Registry { Books(keys: [.main]) }
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.overriding { Route({ Book(label: "fake") }) { Service(.copyLedger) } }
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
    let over = try registry.overriding { Route({ Book(label: "fake") }) { Service<any NamedLedger>() } }
    #expect(try over(.requiredLedger).label == "adapted fake")
    let more = try registry.extending { Route({ Book(label: "main") }) { Service(.mainLedger) } }
    #expect(try more(.requiredLedger).label == "adapted copy")
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
    let over = try registry.overriding { Route({ Book(label: "fake") }) { Service(.copyLedger) } }
    #expect(
      try over(.requiredLedger).label == "first main" && over(.otherRequiredLedger).label == "second fake")
    let adapted = try registry.overriding {
      Adapter(.requiredLedger, for: .copyLedger) { Book(label: "third \($0.label)") }
    }
    #expect(try adapted(.requiredLedger).label == "third copy")
  }

  @Test func `overriding an adapter by the type replaces its only name`() throws {
    let registry = try Registry {
      Books()
      Adapter(.requiredLedger, for: .mainLedger) { Book(label: "first \($0.label)") }
    }
    let over = try registry.overriding {
      Adapter(Service<any RequiredLedger>(), for: .copyLedger) { Book(label: "other \($0.label)") }
    }
    #expect(try over(.requiredLedger).label == "other copy")
    #expect(try over(Service<any RequiredLedger>()).label == "other copy")
  }

  @Test func `a decorator wraps one name`() throws {
    let registry = try Registry {
      Books()
      Decorates(.copyLedger) { Book(label: "[\($0.label)]") }
    }
    #expect(try registry(.mainLedger).label == "main" && registry(.copyLedger).label == "[copy]")
    let over = try registry.overriding { Decorates(.mainLedger) { Book(label: "(\($0.label))") } }
    #expect(try over(.mainLedger).label == "(main)" && over(.copyLedger).label == "[copy]")
  }

  @Test func `a decorator of a type decorates its only name`() throws {
    let registry = try Registry {
      Books(keys: [.copy], isKept: true)
      Decorates(Service<any NamedLedger>()) { Book(label: "[\($0.label)]") }
    }
    #expect(
      try registry(.copyLedger).label == "[copy]" && registry(Service<any NamedLedger>()).label == "[copy]")
    let over = try registry.overriding {
      Decorates(Service<any NamedLedger>()) { Book(label: "(\($0.label))") }
    }
    #expect(try over(.copyLedger).label == "([copy])")
    let plain = try Registry {
      Books(keys: [.plain, .copy])
      Decorates(Service<any NamedLedger>()) { Book(label: "[\($0.label)]") }
    }
    #expect(try plain(.copyLedger).label == "copy" && plain(Service<any NamedLedger>()).label == "[plain]")
  }

  @Test(arguments: [NameKey.main, .plain])
  func `a profile's route replaces the only name of its type`(key: NameKey) throws {
    let registry = try Registry(profile: .preview) {
      Books(keys: [.main])
      When(.preview) { Books(keys: [key], prefix: "preview ") }
    }
    let label = "preview \(key)"
    #expect(try registry(.mainLedger).label == label && registry(Service<any NamedLedger>()).label == label)
    #expect(registry.routables.map(\.name) == ["mainLedger"] && registry.routes.count == 1)
    let live = try Registry {
      Books(keys: [.main])
      When(.preview) { Books(keys: [key], prefix: "preview ") }
    }
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
      Books(keys: [])
      When(.preview) { Route({ Book(label: "1") }) { Service(.mainLedger) } }
      Route(Reader.init) { Service(.ledgerReader) }
    }
    #expect(
      text.contains("line + 2: Service<any NamedLedger> is provided here, only in the profile \"preview\""),
      "\(text)")
  }

  @Test func `a profile's route replaces one of two names`() throws {
    let registry = try Registry(profile: .preview) {
      Books()
      When(.preview) { Books(keys: [.copy], prefix: "preview ") }
    }
    #expect(try registry(.mainLedger).label == "main" && registry(.copyLedger).label == "preview copy")
    let beside = try Registry(profile: .preview) {
      Books()
      When(.preview) { Books(keys: [.plain], prefix: "preview ") }
    }
    #expect(try beside(.mainLedger).label == "main" && beside(.copyLedger).label == "copy")
    #expect(try beside(Service<any NamedLedger>()).label == "preview plain")
  }

  @Test func `an error lists an overridden name once`() throws {
    let base = try Registry {
      Books()
      Route(Reader.init) {
        Service(.ledgerReader)
        Takes(.mainLedger)
      }
    }
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.overriding {
        Books(keys: [.main])
        Route(Reader.init) { Service(.ledgerReader) }
      }
    }
    #expect(
      text.contains("which is provided as Service(.copyLedger) and Service(.mainLedger) [ambiguous-name]"))
  }

  @Test func `the rule skips replaced routes of the base`() throws {
    let base = try Registry {
      Books(keys: [.main])
      Route(Reader.init) { Service(.ledgerReader) }
    }
    let over = try base.overriding {
      Route(Reader.init) {
        Service(.ledgerReader)
        Takes(.mainLedger)
      }
    }
    let more = try over.extending { Books(keys: [.copy]) }
    #expect(try more(.ledgerReader).label == "main" && more(.copyLedger).label == "copy")
  }

  @Test(arguments: [false, true])
  func `an array of a type with two collections is an error`(isExtended: Bool) throws {
    func contributing(_ keys: [NameKey]) -> Routes {
      RoutesBuilder.buildArray(
        keys.map { key in
          RoutesBuilder.buildExpression(Route({ Book(label: key.rawValue) }) { Contributes(to: key.ledgers) })
        })
    }
    func made(_ keys: [NameKey]) throws(RegistryError) -> Registry {
      let reader = RoutesBuilder.buildExpression(
        Route({ (all: [any NamedLedger], routers: Contributions<any NamedLedger>) in
          MemoryStore(name: all.map(\.label).joined() + "\(routers.count)")
        }) { Service(.notes) })
      return try isExtended
        ? Registry { contributing(keys) }.extending { reader }
        : Registry {
          contributing(keys)
          reader
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
      Route({ Book(label: "1") }) { Service(.mainLedger) }
      Route({ Book(label: "2") }) { Service(.mainLedger) }
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
      Route({ Book(label: "1") }) { Service(.mainLedger) }
      Route(SystemTime.self) {
        Service<any TimeSource>()
        Requires(.copyLedger)
      }
      Route(Reader.init) {
        Service(.ledgerReader)
        Takes(.copyLedger)
      }
    }
    #expect(
      text == """
        error: 1 problem in 3 routes
        line + 2: error: 2 dependencies need Service(.copyLedger), and nothing provides it [missing-requirement]
            line + 2: Route(SystemTime) requires it
            line + 6: parameter 1 of Route(Reader) needs it
            line + 1: Service(.mainLedger) is provided here
            line + 1: Book could be provided as Service(.copyLedger)
            To fix: request Service(.mainLedger)
                or: add Service(.copyLedger) to a route
        """)
    let one = problems {
      Route({ Book(label: "1") }) { Service(.mainLedger) }
      Route(SystemTime.self) {
        Service<any TimeSource>()
        Requires(.copyLedger)
      }
    }
    #expect(
      one.withoutRemedies == """
        error: 1 problem in 2 routes
        line + 2: error: Route(SystemTime) needs Service(.copyLedger), and nothing provides it [missing-requirement]
            Requires(.copyLedger)
            line + 1: Service(.mainLedger) is provided here
            line + 1: Book could be provided as Service(.copyLedger)
        """)
  }

  @Test func `an error in an extension mentions the base's tokens of the type, with and without a name`()
    throws
  {
    let base = try Registry { Books(keys: [.plain, .main]) }
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.extending {
        Route(SystemTime.self) {
          Service<any TimeSource>()
          Requires(.copyLedger)
        }
      }
    }
    let provided = text.matches(of: #/line \+ -?\d+: (.*) is provided here/#).map { String($0.output.1) }
    #expect(provided == ["Service<any NamedLedger>", "Service(.mainLedger)"])
  }

  @Test func `failing requests name the provided tokens`() throws {
    let line = #line + 1
    let registry = try Registry { Route({ Book(label: "1") }) { Service(.mainLedger) } }
    let missing = error { _ = try registry(.copyLedger) }
    #expect(
      relative(missing?.description ?? "", fileID: #fileID, line: line) == """
        nothing provides Service(.copyLedger) in this registry, which provides Service(.mainLedger) at line + 0 [unregistered]
            To fix: request Service(.mainLedger)
                or: add Service(.copyLedger) to Route(Book) at line + 0, which can provide it
        """)
    let both = try registry.extending { Route({ Book(label: "2") }) { Service(.copyLedger) } }
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

  @Test func `an extension's unnamed service becomes the default of its type`() throws {
    let registry = try Registry { Books(keys: [.main]) }.extending { Books(keys: [.plain]) }
    #expect(
      try registry(Service<any NamedLedger>()).label == "plain" && registry(.mainLedger).label == "main")
    #expect(
      try Registry { Books() }.extending { Books(keys: [.plain]) }(Service<any NamedLedger>()).label
        == "plain")
  }

  @Test func `a weakly shared route of the base still gets its type's only name`() throws {
    let base = try Registry {
      Route({ Book(label: "1") }) { Service(.mainLedger) }
      Route(SharedLedger.init(ledger:)) {
        Service(.sharedLedger)
        WeaklyShared()
      }
    }
    let extended = try base.extending { Route({ Book(label: "2") }) { Service(.copyLedger) } }
    #expect(try extended(.sharedLedger).label == "1")
  }
}

extension RoutableService<SharedLedger> { fileprivate static var sharedLedger: Self { declared() } }

private final class SharedLedger: Sendable {
  let label: String
  init(ledger: any NamedLedger) { label = ledger.label }
}
