import SharedFixtures
import Testing
import WaymarkCore

private final class OtherStore: NoteStore { let name = "other" }

private struct StoreModule: RouteModule {
  static let line = #line + 2
  let number: Int
  var routes: Routes { Route(MemoryStore.self) { Service<any NoteStore>() } }
}

private struct LoopModule: RouteModule {
  var routes: Routes { for _ in 0..<2 { Route(MemoryStore.self) { Service<any NoteStore>() } } }
}

@Suite("Rules: a route provides a token, and each token is provided once")
struct ProvisionRuleTests: RouteVocabulary {
  private static let cases = [
    RuleCase(
      "routes of two types on one line", "line + 4 duplicate-provision",
      says: "line + 4: Route(MemoryStore) provides it first"
    ) {
      for route in [Route(MemoryStore.self) { stores }, Route(OtherStore.init) { stores }] { route }
    },
    RuleCase(
      "a route and an adapter", "line + 5 duplicate-provision",
      says: "line + 4: Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) provides it first"
    ) {
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>())
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Service<any RequiredStore>()
      }
    },
    RuleCase(
      "two routes of an extension for a token of the base", "line + 6 duplicate-provision",
      "line + 7 duplicate-provision", says: "line + 4: Route(MemoryStore) provides it first"
    ) {
      Route(MemoryStore.self) { Service<any NoteStore>() }
    } extending: {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Route(OtherStore.init) { Service<any NoteStore>() }
    },
    RuleCase(
      "a route with only names", "nothing-provided",
      says: "add View<…>() or Service<…>() to its entries, outside of conditions"
    ) {
      Route({ 7 }) {
        Identifier("store")
        EntryPoint()
      }
    },
  ]

  private static let stores = Service<any NoteStore>()

  @Test(arguments: cases) func `a token provided twice, and a route without one, are errors`(row: RuleCase)
    throws
  {
    try row.check()
  }

  @Test func `a loop and a constant name get remedies of their own`() throws {
    let loop = problems {
      for _ in 0..<2 { Route(MemoryStore.self) { Service<any NoteStore>() } }
    }
    for text in [loop, problems { LoopModule() }] {
      #expect(text.hasSuffix("To fix: declare it once, not in a loop or twice on one line"), "\(text)")
    }
    let constant = RoutableService<String>.declared("RoutableService")
    let constants = problems {
      Route({ "a" }) { constant }
      Route({ "b" }) { constant }
    }
    #expect(
      constants.hasSuffix("or: declare the name as a computed property: static var … : Self { declared() }"),
      "\(constants)")
    let alone = try Registry { Route({ "a" }) { constant } }.diagnostics.filter { $0.severity == .warning }
    #expect(
      alone.map(\.message) == [
        "Route(String) provides a name of String that is a constant, and all constants of String are one name"
      ])
    #expect(alone.map(\.code) == [.repeatedName])
  }

  @Test func `a declaration of the base is told where to go`() throws {
    let base = try Registry(stage: .early) { StoreModule(number: 1) }
    let module = problemsOfDeriving(try base.extending { StoreModule(number: 1) })
    #expect(module.hasSuffix("To fix: list StoreModule only in the base registry"), "\(module)")
    let early = try Registry(stage: .early, profile: .preview) {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      When(.preview) { Route(SystemTime.self) { Service<any TimeSource>() } }
    }
    let profile = problemsOfDeriving { () throws(RegistryError) in
      try early.extending { When(.preview) { Route(MemoryStore.init(name:)) { Service<any NoteStore>() } } }
    }
    #expect(profile.contains("To fix: move the When to the block of the base registry\n"), "\(profile)")
  }

  @Test func `two modules of one type can't provide the same token`() {
    let line = #line - StoreModule.line
    let text = problems(line: StoreModule.line) {
      StoreModule(number: 1)
      StoreModule(number: 2)
    }
    #expect(
      text == """
        error: 1 problem in 2 routes
        line + 0: error: Service<any NoteStore> is provided twice by the same declaration [duplicate-provision]
            line + \(line + 2): StoreModule is listed here
            line + \(line + 3): StoreModule is listed here
            To fix: list StoreModule once
                or: make StoreModule Equatable, so that equal values of it count once
        """)
  }

  @Test func `an extension can provide an isolated module's missing dependency`() throws {
    let isolated = try Registry.isolating(
      RoutesBuilder.buildExpression(Route(StoreProxy.init) { Service<any RequiredStore>() }))
    let extended = try isolated.extending { Route(MemoryStore.self) { Service<any NoteStore>() } }
    #expect(try extended(Service<any RequiredStore>()).name == "proxy of memory")
    let adapted = try Registry.isolating(
      RoutesBuilder.buildExpression(
        Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>())))
    let text = problemsOfDeriving { () throws(RegistryError) in
      try adapted.extending { Route(MemoryStore.self) { Service<any RequiredStore>() } }
    }
    #expect(text.codes == ["duplicate-provision"])
  }
}
