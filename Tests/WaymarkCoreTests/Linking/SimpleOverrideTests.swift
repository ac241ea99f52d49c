import SeededTesting
import SharedFixtures
import Testing
import WaymarkInspection
import WaymarkRuntime

@testable import WaymarkCore

@Suite("Simple overrides", .enabled(if: FastCalls.areUsed))
struct SimpleOverrideTests {
  private protocol Clock: AnyObject, Sendable { var name: String { get } }
  private final class System: Clock { let name = "system" }
  private final class Fake: Clock { let name = "fake" }
  private final class Stranger: Sendable {}
  private struct Module: RouteModule {
    let declared: Routes
    var routes: Routes { declared }
  }

  private static let clock = RoutableService<any Clock>(declaredProtocol: (any Clock).self)
  private static let stranger = RoutableService<Stranger>(declaredProtocol: Stranger.self)

  private static func base(@RoutesBuilder _ more: () -> Routes = { Routes() }) throws -> Registry {
    try Registry {
      Route(System.init) { clock }
      more()
    }
  }

  private func isSimple(_ route: Route, over base: Registry) -> Bool {
    let isIsolated = base.properties.isolation != nil
    let routes = Routes(.route(route.declaration))
    return SimpleOverride.image(of: routes, over: base.image, base.stage, isIsolated: isIsolated) != nil
  }

  @Test func `overriding one transient route is simple`() throws {
    let base = try Self.base()
    let route = Route(Fake.init) { Self.clock }
    #expect(isSimple(route, over: base))
    #expect(try base.overriding { route }.makeDestination(to: Self.clock).name == "fake")
    #expect(try base.makeDestination(to: Self.clock).name == "system")
  }

  @Test func `an override that a rule might report isn't simple`() throws {
    let base = try Self.base()
    #expect(!isSimple(Route(Stranger.init) { Self.clock }, over: base), "not conforming")
    let identified = Route(Fake.init) {
      Self.clock
      Identifier("clock")
    }
    #expect(!isSimple(identified, over: base), "an unknown identifier")
    #expect(!isSimple(kept({ Fake() }, Self.clock), over: base), "another lifetime")
    let ofASession = Route(Fake.init) {
      Self.clock
      WeaklyShared()
      Scoped(to: UserSession.self)
    }
    let sharing = try Registry { shared({ System() }, Self.clock) }
    #expect(!isSimple(ofASession, over: sharing), "the same lifetime, but in a scope")
    #expect(!isSimple(shared({ Fake() }, Self.clock), over: sharing), "a singleton can retain it")
  }

  @Test func `an override of a base that needs other rules isn't simple`() throws {
    let objects = RoutableService<any AnyObject & Sendable>(declaredProtocol: (any AnyObject & Sendable).self)
    let empty = try Registry {}
    let exclusive = try Self.base {
      Route(Stranger.init) {
        Self.stranger
        Exclusive()
      }
    }
    let adapted = try Self.base { Adapter(objects, for: Self.clock) }
    let early = try Registry(stage: .early) { Route(System.init) { Self.clock } }
    let isolated = try Registry.isolating(Routes(.route(Route(System.init) { Self.clock }.declaration)))
    for (reason, base) in [
      ("nothing to override", empty), ("an exclusive route", exclusive), ("an adapter", adapted),
      ("an early registry", early), ("an isolated module", isolated),
    ] {
      #expect(!isSimple(Route(Fake.init) { Self.clock }, over: base), "\(reason)")
    }
  }

  /// The same override inside a module is compiled, so that both ways can be compared.
  @Test func `simple and compiled overrides are equal`() throws {
    let base = try Self.base { Route(Stranger.init) { Self.stranger } }
    let routes = Routes(.route(Route(Fake.init) { Self.clock }.declaration))
    let simple = try base.overriding { routes }
    let compiled = try base.overriding { Module(declared: routes) }
    #expect(simple.image.totalRouteCount == compiled.image.totalRouteCount)
    #expect(simple.image.instanceSlotCount == compiled.image.instanceSlotCount)
    #expect(simple.diagnostics.map(\.description) == compiled.diagnostics.map(\.description))
    #expect(simple.routes.map(\.destination) == compiled.routes.map(\.destination))
    #expect(simple.routes.map(\.provides) == compiled.routes.map(\.provides))
    #expect(try compiled.makeDestination(to: Self.clock).name == "fake")
  }

  @Test func `an override of another token keeps a decorator`() throws {
    let base = try Self.base {
      Route(MemoryStore.self) { RoutableService(.notes) }
      Decorates(.notes) { LoggingStore($0) }
    }
    let fake = Route(Fake.init) { Self.clock }
    #expect(isSimple(fake, over: base))
    let both = try base.overriding { fake }.overriding {
      Route({ MemoryStore(name: "fake") }) { RoutableService(.notes) }
    }
    #expect(try both.makeDestination(to: .notes).name == "log(fake)")
    #expect(try both.makeDestination(to: Self.clock).name == "fake")
  }

  @Test func `the overriding registry keeps an overridden singleton`() throws {
    let base = try Registry { kept({ System() }, Self.clock) }
    let route = kept({ Fake() }, Self.clock)
    #expect(isSimple(route, over: base))
    let first = try base.overriding { route }
    let second = try base.overriding { route }
    let clock = try first.makeDestination(to: Self.clock)
    #expect(try first.makeDestination(to: Self.clock) === clock)
    #expect(try second.makeDestination(to: Self.clock) !== clock)
  }
}
