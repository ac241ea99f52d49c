import SharedFixtures
import Testing
import WaymarkCore

extension RoutableService<any TimeSource> {
  fileprivate static var wall: Self { declared() }
  fileprivate static var monotonic: Self { declared() }
  fileprivate static var third: Self { declared() }
}

@Suite("Two names of one route are one provider")
struct NamesOfOneRouteTests: RouteVocabulary {
  @RoutesBuilder private var routes: Routes {
    Route({ FixedTime(now: 7) }) {
      Service(.wall)
      Service(.monotonic)
    }
    Route({ (time: any TimeSource) in MemoryStore(name: "at \(time.now)") }) { Service(.notes) }
  }

  @Test func `the type means the route`() throws {
    let registry = try Registry { routes }
    #expect(try registry(Service<any TimeSource>()).now == 7)
    #expect(try registry(.notes).name == "at 7")
    #expect(try registry(Service(.monotonic)).now == 7)
  }

  @Test func `a name of another route makes the type ambiguous`() {
    let text = problems {
      routes
      Route({ FixedTime(now: 8) }) { Service(.third) }
    }
    #expect(text.codes == ["ambiguous-name"])
    #expect(text.contains("Service(.wall) and Service(.monotonic) and Service(.third)"), "\(text)")
  }

  @Test func `an override of one of the names makes the type ambiguous`() throws {
    let registry = try Registry {
      Route({ FixedTime(now: 7) }) {
        Service(.wall)
        Service(.monotonic)
      }
    }.overriding { Route({ FixedTime(now: 8) }) { Service(.wall) } }
    let error = #expect(throws: RouteError.self) { try registry(Service<any TimeSource>()) }
    #expect(error?.code == .ambiguousName)
    #expect(try registry(Service(.wall)).now == 8)
  }

  @Test func `a change of the type names the one that is meant`() throws {
    let base = try Registry { routes }
    let changes: [Routes] = [
      RoutesBuilder.buildExpression(Route({ FixedTime(now: 8) }) { Service<any TimeSource>() }),
      RoutesBuilder.buildExpression(Decorates(Service<any TimeSource>()) { $0 }),
      RoutesBuilder.buildExpression(Adapter(Service(.third), for: Service<any TimeSource>()) { $0 }),
    ]
    for change in changes {
      let error = #expect(throws: RegistryError.self) { try base.overriding { change } }
      #expect(error?.diagnostics.map(\.code).contains(.ambiguousName) == true)
    }
  }

  @Test func `a kept instance is one for both names and for the type`() throws {
    let registry = try Registry {
      Route({ LoggingStore(MemoryStore(), "kept") }) {
        RoutableService<any NoteStore>.declared("first")
        RoutableService<any NoteStore>.declared("second")
        Singleton()
      }
    }
    let names: [RoutableService<any NoteStore>] = [
      .declared("first"), .declared("second"), Service<any NoteStore>(),
    ]
    let stores = try names.map { try registry.makeDestination(to: $0) }
    #expect(Set(stores.map { ObjectIdentifier($0 as AnyObject) }).count == 1)
  }
}
