import SharedFixtures
import Testing
import WaymarkCore
import WaymarkCoreTesting
import WaymarkRuntime

private struct Visit: RouteScope { let user: String }
private struct Page: RouteScope {
  typealias Outer = Visit
  let path: String
}

private final class Cart: Sendable {
  let user: String
  init(visit: Visit) { user = visit.user }
}
extension RoutableService<Cart> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }

private struct ShopModule: RouteModule {
  var routes: Routes {
    Route(Cart.init(visit:)) {
      Service<Cart>()
      Scoped(to: Visit.self)
    }
  }
}

@Suite("Scopes of tests", .registry { ShopModule() }, .scope(Visit(user: "test")))
struct ScopeTraitTests {
  /// The carts that test cases have seen, which stay so that their addresses are unique.
  private static let carts = Lock<[ObjectIdentifier: Cart]>([:])

  @Test(arguments: 0..<3) func `each case has its own scope`(number: Int) async throws {
    let registry = Registry.current
    let cart = try Router.makeDestination(to: RoutableService<Cart>())
    #expect(cart.user == "test")
    #expect(try Router.makeDestination(to: RoutableService<Cart>()) === cart)
    let isNew = Self.carts.withLock { $0.updateValue(cart, forKey: ObjectIdentifier(cart)) == nil }
    #expect(isNew, "the cart of another case was found")
    await Task { #expect(Registry.current === registry) }.value
  }

  @Test(.scope(Page(path: "/cart"))) func `scopes nest`() {
    #expect(Registry.current.scope(Page.self)?.path == "/cart")
    #expect(Registry.current.scope(Visit.self)?.user == "test")
  }

  @Test(
    .overriding {
      Route({ @Sendable (page: Page?, visit: Visit) in Cart(visit: Visit(user: "fake \(visit.user)")) }) {
        RoutableService<Cart>()
        Scoped(to: Visit.self)
      }
    })
  func `an override keeps the scope open`() throws {
    #expect(try Router.makeDestination(to: RoutableService<Cart>()).user == "fake test")
  }

  @Test func `the scope closes after the test`() async throws {
    let seen = Lock<Registry?>(nil)
    try await run(ScopeTrait.scope(Page(path: "/"))) { seen.withLock { $0 = Registry.current } }
    let registry = try #require(seen.withLock { $0 })
    #expect(throws: RouteError.self) { try registry.makeDestination(to: RoutableService<Cart>()) }
  }
}

@Suite("A misplaced scope", .registry { ShopModule() })
struct MisplacedScopeTests {
  @Test func `a scope outside its outer scope fails the test`() async throws {
    let problem = await #expect(throws: RouteError.self) {
      try await run(ScopeTrait.scope(Page(path: "/"))) { Issue.record("the test ran") }
    }
    #expect(
      problem?.description == """
        Page cannot be opened here: it is enclosed by Visit, but no Visit is open [scopeNotOpen]
            To fix: open the Page from the registry of a Visit, which opening(_:) returns
        """)
  }
}

@Suite("Traits without a registry")
struct TraitsWithoutRegistryTests {
  @Test func `a start without a registry fails the test`() async throws {
    let problem = await #expect(throws: RouteError.self) {
      try await run(StartTrait.started) { Issue.record("the test ran") }
    }
    #expect(
      problem?.description == """
        the trait .started needs a registry, and no trait provides one [noRegistryInstalled]
            To fix: write .registry { … }
        """)
  }

  @Test func `a scope before the registry fails the test`() async throws {
    let problem = await #expect(throws: RouteError.self) {
      try await run(ScopeTrait.scope(Visit(user: "test"))) { Issue.record("the test ran") }
    }
    #expect(
      problem?.description == """
        the trait .scope(Visit(…)) needs a registry, and no earlier trait provides one [noRegistryInstalled]
            To fix: write .registry { … } before .scope(…)
        """)
  }
}
