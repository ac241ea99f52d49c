import SharedFixtures
import Testing
import WaymarkInspection

@testable import WaymarkCore

private final class Reader: Sendable {
  let label: String
  init(ledger: any NamedLedger) { label = ledger.label }
}

private final class PropertyReader: Sendable { let ledger = Routed(.copyLedger) }

private protocol RequiredLedger: Sendable { var label: String { get } }
extension Book: RequiredLedger {}

extension RoutableService<Reader> { fileprivate static var ledgerReader: Self { declared() } }
extension RoutableService<PropertyReader> { fileprivate static var propertyReader: Self { declared() } }
extension RoutableService<any RequiredLedger> {
  fileprivate init() { self.init(declaredProtocol: Protocol.self) }
  fileprivate static var requiredLedger: Self { declared() }
  fileprivate static var otherRequiredLedger: Self { declared() }
}

/// All kinds of tokens with both names.
private let bothNames = NamedModule(keys: [.main, .copy])

private func book(
  _ label: String, _ token: RoutableService<any NamedLedger>, fileID: StaticString = #fileID,
  line: Int = #line
) -> Route {
  Route({ Book(label: label) }, fileID: fileID, line: line) { token }
}

private func reader(
  taking token: RoutableService<any NamedLedger>, fileID: StaticString = #fileID, line: Int = #line
) -> Route {
  service(Reader.init, .ledgerReader, Takes(token), fileID: fileID, line: line)
}

/// A route with both names.
private func bookWithTwoNames() -> Route {
  Route({ Book(label: "1") }) {
    RoutableService(.mainLedger)
    RoutableService(.copyLedger)
  }
}

/// The ways for a derived registry to change one of two names of a route.
private enum NameChange: CaseIterable {
  case simpleOverride, override, value, change, decorator

  func derived(from base: Registry) throws(RegistryError) -> Registry {
    switch self {
    case .simpleOverride: try base.overriding { book("2", .mainLedger) }
    case .override: try base.overriding { service({ Book(label: "2") }, .mainLedger, EntryPoint()) }
    case .value: try base.overriding { Overrides(.mainLedger, with: Book(label: "2")) }
    case .change: try base.overriding { Overrides(.mainLedger) { $0 = Book(label: "2") } }
    case .decorator: try base.extending { Decorates(.mainLedger) { $0 } }
    }
  }
}

@Suite("Rule: a request by a type means one of its names")
struct AmbiguousNameRuleTests: RouteVocabulary {
  @Test func `another request of a type with two names is an error`() throws {
    let type = Service<any NamedLedger>()
    let text = problems {
      bothNames
      service({ SystemTime() }, Service(.time), Requires(type))
      Adapter(.requiredLedger, for: type) { Book(label: $0.label) }
      Decorates(type) { Book(label: "[\($0.label)]") }
    }
    let names = "Service(.mainLedger) and Service(.copyLedger) [ambiguous-name]"
    let remedy = "write the name of the one that is meant"
    #expect(text.codes == Array(repeating: "ambiguous-name", count: 3))
    for (message, code) in [
      ("Route(SystemTime) requires any NamedLedger, which is provided as", "Requires(.mainLedger)"),
      ("Adapter(.requiredLedger, for: Service<any NamedLedger>()) adapts", "for: .mainLedger"),
      ("Decorates(Service<any NamedLedger>()) decorates", "Decorates(.mainLedger) { … }"),
    ] {
      #expect(text.contains(": error: \(message) \(names)\n"), "\(text)")
      #expect(text.contains("\n    To fix: \(remedy): \(code)"), "\(text)")
    }
    #expect(text.matches(of: #/: Service\(\.(main|copy)Ledger\) is provided here/#).count == 6, "\(text)")
    let replaced = try problems {
      bothNames
    } overriding: {
      book("fake", type)
    }
    let message = "Service<any NamedLedger> is overridden, but the base registry provides"
    #expect(replaced.contains(": error: \(message) \(names)\n"), "\(replaced)")
    #expect(replaced.hasSuffix("\n    To fix: \(remedy), such as Service(.mainLedger)"), "\(replaced)")
  }

  private static let cases = [
    RuleCase(
      "an extension adds the second name of a transient route's dependency", "line + 10 ambiguous-name",
      says: """
            the extension adds Service(.copyLedger)
            line + 9: Service(.mainLedger) is provided here
            line + 12: Service(.copyLedger) is provided here
            To fix: add Takes(.mainLedger) to the route
        """
    ) {
      book("1", .mainLedger)
      Route(Reader.init) { Service(.ledgerReader) }
    } extending: {
      book("2", .copyLedger)
    },
    RuleCase(
      "an extension adds the second name of a requirement", "ambiguous-name",
      says: "To fix: write the name of the one that is meant: Requires(.copyLedger)"
    ) {
      book("1", .copyLedger)
      service({ SystemTime() }, Service<any TimeSource>(), Requires(Service<any NamedLedger>()))
    } extending: {
      book("2", .mainLedger)
    },
    RuleCase(
      "an extension adds two names for an early router", "ambiguous-name",
      says: "parameter 1 of Route(PlainDraft) needs", stage: .early
    ) {
      Route({ (_: DestinationServiceRouter<any NamedLedger>) in PlainDraft() }) { Service<any Draft>() }
    } extending: {
      bothNames
    },
    RuleCase(
      "another profile's name of the type", "missing-requirement",
      says: "line + 4: Service<any NamedLedger> is provided here, only in the profile \"preview\""
    ) {
      When(.preview) { book("1", .mainLedger) }
      Route(Reader.init) { Service(.ledgerReader) }
    },
    RuleCase("a service's router to views", "ambiguous-name") {
      bothNames
      Route({ (_: ViewContributions<any Leaf>) in MemoryStore() }) { Service(.notes) }
    },
    RuleCase(
      "two names of one route beside the name of another route", "ambiguous-name",
      says: "Service(.mainLedger) and Service(.copyLedger) and Service(.third) ["
    ) {
      bookWithTwoNames()
      book("3", .declared("third"))
      Route(Reader.init) { Service(.ledgerReader) }
    },
    RuleCase("an extension adds the second name of a decorator's parameter", "ambiguous-name") {
      book("1", .mainLedger)
      Route(SystemTime.self) { Service(.time) }
      Decorates(.time, with: { (inner: any TimeSource, _: any NamedLedger) in inner })
    } extending: {
      book("2", .copyLedger)
    },
    RuleCase(
      "a decorator's parameter", "ambiguous-name",
      says: """
            To fix: write Decorates(.notes, with: { (inner: any NoteStore, routes: Resolver) in … }), and request .mainLedger of routes
                or: provide one of them without a name
        """
    ) {
      Route(MemoryStore.self) { Service(.notes) }
      bothNames
      Decorates(.notes, with: { (inner, _: any NamedLedger) in inner })
    },
    RuleCase(
      "a required name beside the tokens of the base, with and without a name",
      "line + 12 missing-requirement",
      says: "needs Service(.copyLedger), and nothing provides it",
      "line + 9: Service<any NamedLedger> is provided here\n",
      "line + 10: Service(.mainLedger) is provided here\n",
      "line + 9: Book could be provided as Service(.copyLedger)\n",
      "To fix: request Service<any NamedLedger>()\n        or: add Service(.copyLedger) to a route"
    ) {
      book("0", Service<any NamedLedger>())
      book("1", .mainLedger)
    } extending: {
      service({ SystemTime() }, Service<any TimeSource>(), Requires(.copyLedger))
    },
  ]

  @Test(arguments: cases) func `names that are missing or ambiguous are errors`(row: RuleCase) throws {
    try row.check()
  }

  @Test func `the remedy lists all names for several parameters, and keeps each name that supplies one`() {
    let text = problems {
      bothNames
      service(
        { (_: any NamedLedger, _: any NamedLedger) in SystemTime() }, Service(.time), Takes(.mainLedger))
      service({ (_: any NamedLedger) in PlainDraft() }, Service<any Draft>(), Takes(.time))
      Route({ (_: any NamedLedger, _: any NamedLedger) in MemoryStore() }) { Service(.notes) }
    }
    #expect(
      text.contains(
        """
        parameter 2 of Route(SystemTime) needs any NamedLedger, which is provided as Service(.mainLedger) and Service(.copyLedger) [ambiguous-name]
            Takes(.mainLedger) has no name for it
        """), "\(text)")
    let several =
      "add Takes(.mainLedger, .copyLedger) to the route, with a name for each parameter of this type, in their order"
    for (remedy, count) in [
      ("write Takes(.mainLedger, .copyLedger) in place of Takes(.mainLedger)", 1),
      ("write Takes(.mainLedger) or Takes(.copyLedger) in place of Takes(.time)", 1), (several, 2),
    ] {
      #expect(text.ranges(of: "To fix: \(remedy)").count == count, "\(text)")
    }
  }

  @Test func `a property with a name is accepted, and keeps both names reachable`() throws {
    let registry = try Registry {
      book("1", .mainLedger)
      book("2", .copyLedger)
      service({ PropertyReader() }, Service(.propertyReader), EntryPoint())
    }
    #expect(try Registry.withCurrent(registry) { try registry(.propertyReader).ledger().label } == "2")
    #expect(registry.diagnostics.isEmpty && registry.unreachableRoutes.isEmpty)
  }

  // MARK: - Overrides, adapters, and decorators that mean one

  @Test func `an adapter connects two names, and an override replaces one of them or the only one`() throws {
    @Sendable func adapter(_ token: RoutableService<any RequiredLedger>, for key: NameKey) -> Adapter {
      Adapter(token, for: key.ledger) { Book(label: "\(token) of \($0.label)") }
    }
    let type = Service<any RequiredLedger>()
    let registry = try Registry {
      bothNames
      adapter(.requiredLedger, for: .main)
      adapter(.otherRequiredLedger, for: .copy)
    }
    func labels(_ registry: Registry) throws -> [String] {
      try [registry(.requiredLedger).label, registry(.otherRequiredLedger).label]
    }
    let other = "Service(.otherRequiredLedger) of"
    #expect(try labels(registry) == ["Service(.requiredLedger) of main", "\(other) copy"])
    #expect(outcome { try registry(type).label } == "ambiguousName")
    let faked = try registry.overriding { book("fake", .copyLedger) }
    #expect(try labels(faked) == ["Service(.requiredLedger) of main", "\(other) fake"])
    let adapted = try registry.overriding { adapter(.requiredLedger, for: .copy) }
    #expect(try labels(adapted) == ["Service(.requiredLedger) of copy", "\(other) copy"])
    let only = try Registry {
      bothNames
      adapter(.requiredLedger, for: .main)
    }.overriding { adapter(type, for: .copy) }
    #expect(try only(.requiredLedger).label == only(type).label)
    #expect(try only(type).label == "Service<any RequiredLedger>() of copy")
  }

  @Test func `an override's decorator wraps one name, or the only name of a type`() throws {
    func decorated(_ token: RoutableService<any NamedLedger>, _ mark: String) -> Decorates {
      Decorates(token) { Book(label: "\(mark)\($0.label)") }
    }
    let both = try Registry {
      bothNames
      decorated(.copyLedger, "1 ")
    }.overriding { decorated(.mainLedger, "2 ") }
    #expect(try both(.mainLedger).label == "2 main" && both(.copyLedger).label == "1 copy")
    let only = try Registry {
      NamedModule(keys: [.copy], isKept: true)
      decorated(Service<any NamedLedger>(), "1 ")
    }.overriding { decorated(Service<any NamedLedger>(), "2 ") }
    #expect(try only(.copyLedger).label == "2 1 copy" && only(Service<any NamedLedger>()).label == "2 1 copy")
  }

  @Test func `a profile's route replaces its name or the only name of its type, or is the default`() throws {
    func names(_ keys: [NameKey], preview key: NameKey, in profile: Profile? = .preview) throws -> [String] {
      let registry = try Registry(profile: profile) {
        NamedModule(keys: keys)
        When(.preview) { NamedModule(keys: [key], prefix: "preview ") }
      }
      // Six routes provide eight tokens.
      #expect(8 * registry.routes.count == 6 * registry.routables.count)
      let requests = registry.routables.compactMap { $0 as? RoutableService<any NamedLedger> } + [Service()]
      return requests.map { token in outcome { try registry(token).label } }
    }
    for key in [NameKey.main, .plain] {
      #expect(try names([.main], preview: key) == ["preview \(key)", "preview \(key)"])
      #expect(try names([.main], preview: key, in: nil) == ["main", "main"])
    }
    #expect(try names([.main, .copy], preview: .copy) == ["main", "preview copy", "ambiguousName"])
    let beside = try names([.main, .copy], preview: .plain)
    #expect(beside == ["main", "copy", "preview plain", "preview plain"])
  }

  @Test(arguments: [false, true])
  func `a profile's adapter replaces the only name of its type`(isAdapter: Bool) throws {
    let registry = try Registry(profile: .preview) {
      bothNames
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

  @Test(arguments: NameChange.allCases)
  private func `changing one of two names of a route makes requests by type ambiguous`(
    change: NameChange
  ) throws {
    let base = try Registry {
      bookWithTwoNames()
      Route(Reader.init) { Service(.ledgerReader) }
    }
    #expect(try base(.ledgerReader).label == "1" && base(Service<any NamedLedger>()).label == "1")
    let text = problemsOfDeriving { () throws(RegistryError) in try change.derived(from: base) }
    #expect(text.codes == ["ambiguous-name"])
    let deriving = change == .decorator ? "extension" : "override"
    #expect(text.contains("\n    the \(deriving) changes Service(.mainLedger)\n"), "\(text)")
    #expect(text.contains(" Takes(.mainLedger)") && text.contains(" Takes(.copyLedger)"), "\(text)")
    let named = try Registry {
      bookWithTwoNames()
      reader(taking: .copyLedger)
    }
    let derived = try change.derived(from: named)
    #expect(try derived(.ledgerReader).label == "1")
    #expect(outcome { try derived(Service<any NamedLedger>()).label } == "ambiguousName")
  }

  @Test func `a change of the type must name one of two names of a route`() throws {
    let base = try Registry { bookWithTwoNames() }
    let type = Service<any NamedLedger>()
    let changes: [Routes] = [
      RoutesBuilder.buildExpression(book("2", type)),
      RoutesBuilder.buildExpression(Decorates(type) { $0 }),
      RoutesBuilder.buildExpression(Adapter(.requiredLedger, for: type) { Book(label: $0.label) }),
    ]
    for change in changes {
      let text = problemsOfDeriving { () throws(RegistryError) in try base.overriding { change } }
      #expect(text.codes.contains("ambiguous-name"), "\(text)")
    }
  }

  @Test func `a kept instance is one for both names of its route and for the type`() throws {
    let names: [RoutableService<any NoteStore>] = [
      .declared("first"), .declared("second"), Service<any NoteStore>(),
    ]
    let registry = try Registry {
      Route({ MemoryStore() }) {
        names[0]
        names[1]
        Singleton()
      }
    }
    let stores = try names.map { try registry.makeDestination(to: $0) }
    #expect(Set(stores.map { ObjectIdentifier($0 as AnyObject) }).count == 1)
  }

  @Test func `an isolated module's override can't give a missing type two names`() throws {
    let base = try Registry.isolating(
      RoutesBuilder.buildExpression(Route(Reader.init) { Service(.ledgerReader) }))
    let text = problemsOfDeriving { () throws(RegistryError) in try base.overriding { bothNames } }
    #expect(text.codes == ["ambiguous-name"])
    #expect(try base.overriding { NamedModule(keys: [.main]) }(.ledgerReader).label == "main")
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

  @Test func `the rule skips replaced routes of the base`() throws {
    let base = try Registry {
      NamedModule(keys: [.main])
      Route(Reader.init) { Service(.ledgerReader) }
    }
    let more = try base.overriding { reader(taking: .mainLedger) }.extending { NamedModule(keys: [.copy]) }
    #expect(try more(.ledgerReader).label == "main" && more(.copyLedger).label == "copy")
  }

  @Test func `an array of a type with two collections is an error`() throws {
    func made(_ keys: [NameKey]) throws(RegistryError) -> Registry {
      try Registry { NamedModule(keys: keys) }.extending {
        Route({ (all: [any NamedLedger], routers: Contributions<any NamedLedger>) in
          MemoryStore(name: all.map(\.label).joined() + "\(routers.count)")
        }) { Service(.notes) }
      }
    }
    let text = problemsOfDeriving { () throws(RegistryError) in try made([.main, .copy]) }
    let names = "which is provided as Services(.mainLedgers) and Services(.copyLedgers) [ambiguous-name]"
    for number in [1, 2] {
      let need = "parameter \(number) of Route(MemoryStore) needs any NamedLedger, \(names)"
      #expect(text.contains(need), "\(text)")
    }
    #expect(try made([.copy])(.notes).name == "copy1")
    #expect(try made([.plain, .copy])(.notes).name == "plain1")
  }

  // MARK: - Other messages

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
      let text = error?.description ?? ""
      #expect(text.hasPrefix("Services<any NamedLedger> is requested without a name, but "), "\(text)")
      #expect(text.contains("provides Services(.mainLedgers) at ") && text.hasSuffix("such as .mainLedgers"))
    }
  }
}
