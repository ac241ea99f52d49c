import SeededTesting
import SharedFixtures
import Testing
import WaymarkInspection
import WaymarkRuntime

@testable import WaymarkCore

@Suite("Simple overrides", .enabled(if: FastCalls.areUsed))
struct SimpleOverrideTests {
  private protocol Clock: AnyObject, Sendable { var name: String { get } }
  private final class System: Clock {
    let name = "system"
  }
  private final class Fake: Clock {
    let name = "fake"
  }
  private final class Stranger: Sendable {}
  private struct Module: RouteModule {
    let declared: Routes
    var routes: Routes { declared }
  }

  private static let clock = RoutableService<any Clock>(declaredProtocol: (any Clock).self)

  private static func base(@RoutesBuilder _ more: () -> Routes = { Routes() }) throws -> Registry {
    try Registry {
      Route(System.init) { RoutableService<any Clock>(declaredProtocol: (any Clock).self) }
      more()
    }
  }

  private func isSimple(_ routes: Routes, over base: Registry) -> Bool {
    let isIsolated = base.properties.isolation != nil
    return SimpleOverride.image(of: routes, over: base.image, base.stage, isIsolated: isIsolated) != nil
  }

  @Test func `overriding one transient route is simple`() throws {
    let base = try Self.base()
    let routes = Routes(.route(Route(Fake.init) { Self.clock }.declaration))
    #expect(isSimple(routes, over: base))
    let fake = try base.overriding { routes }
    #expect(try fake.makeDestination(to: Self.clock).name == "fake")
    #expect(try base.makeDestination(to: Self.clock).name == "system")
  }

  @Test func `an override that a rule might report isn't simple`() throws {
    let base = try Self.base()
    func isSimple(_ route: Route, of base: Registry) -> Bool {
      self.isSimple(Routes(.route(route.declaration)), over: base)
    }
    #expect(!isSimple(Route(Stranger.init) { Self.clock }, of: base), "not conforming")
    #expect(
      !isSimple(
        Route(Fake.init) {
          Self.clock
          Identifier("clock")
        }, of: base), "an unknown identifier")
    #expect(
      !isSimple(
        Route(Fake.init) {
          Self.clock
          Singleton()
        }, of: base), "another lifetime")
    #expect(
      !isSimple(
        Route(Fake.init) {
          Self.clock
          WeaklyShared()
          Scoped(to: UserSession.self)
        },
        of: try Registry {
          Route(System.init) {
            Self.clock
            WeaklyShared()
          }
        }), "the same lifetime, but in a scope")
    #expect(!isSimple(Route(Fake.init) { Self.clock }, of: try Registry {}), "nothing to override")
    #expect(
      !isSimple(
        Route(Fake.init) { Self.clock },
        of: try Self.base {
          Route(Stranger.init) {
            RoutableService<Stranger>(declaredProtocol: Stranger.self)
            Exclusive()
          }
        }), "an exclusive route")
    #expect(
      !isSimple(
        Route(Fake.init) { Self.clock },
        of: try Self.base {
          Adapter(
            RoutableService<any AnyObject & Sendable>(declaredProtocol: (any AnyObject & Sendable).self),
            for: Self.clock)
        }), "an adapter")
    #expect(
      !isSimple(
        Route(Fake.init) { Self.clock },
        of: try Registry(stage: .early) { Route(System.init) { Self.clock } }), "an early registry")
    let isolated = try Registry(isolating: Routes(.route(Route(System.init) { Self.clock }.declaration)))
    #expect(!isSimple(Route(Fake.init) { Self.clock }, of: isolated), "an isolated module")
  }

  /// The same override inside a module is compiled, so that both ways can be compared.
  @Test func `simple and compiled overrides are equal`() throws {
    let base = try Self.base {
      Route(Stranger.init) { RoutableService<Stranger>(declaredProtocol: Stranger.self) }
    }
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

  private protocol Named: AnyObject, Sendable { var text: String { get } }
  private final class Plain: Named {
    let text: String
    init(_ text: String) { self.text = text }
  }

  @Test func `an override of another token keeps a decorator`() throws {
    let named = RoutableService<any Named>(declaredProtocol: (any Named).self)
    let base = try Self.base {
      Route({ Plain("real") }) { named }
      Decorates(named) { Plain("decorated \($0.text)") }
    }
    let fake = Route(Fake.init) { Self.clock }
    #expect(isSimple(Routes(.route(fake.declaration)), over: base))
    let both = try base.overriding { fake }.overriding { Route({ Plain("fake") }) { named } }
    #expect(try both.makeDestination(to: named).text == "decorated fake")
    #expect(try both.makeDestination(to: Self.clock).name == "fake")
  }

  @Test func `the overriding registry keeps an overridden singleton`() throws {
    let base = try Registry {
      Route(System.init) {
        Self.clock
        Singleton()
      }
    }
    let route = Route(Fake.init) {
      Self.clock
      Singleton()
    }
    #expect(isSimple(Routes(.route(route.declaration)), over: base))
    let first = try base.overriding { route }
    let second = try base.overriding { route }
    let clock = try first.makeDestination(to: Self.clock)
    #expect(try first.makeDestination(to: Self.clock) === clock)
    #expect(try second.makeDestination(to: Self.clock) !== clock)
  }
}
