import SeededTesting
import SharedFixtures
import Testing
import WaymarkCore
import WaymarkInspection

/// A kind of override, and its effect on the text that a store is named.
private enum Override: CaseIterable {
  case route, adapter, decorator

  @RoutesBuilder func routes(_ label: String) -> Routes {
    switch self {
    case .route: Route({ LoggingStore(MemoryStore(), label) }) { RoutableService(.notes) }
    case .adapter:
      Adapter(RoutableService(.notes), for: RoutableService<OtherStore>()) { LoggingStore($0, label) }
    case .decorator: Decorates(RoutableService(.notes)) { LoggingStore($0, label) }
    }
  }
}

/// The expectation for a registry with several overrides.
private struct Model {
  private var inside = "memory"
  private var decorators: [String] = []

  var name: String { decorators.reduce("module(\(inside))") { "\($1)(\($0))" } }

  mutating func add(_ override: Override, _ label: String) {
    switch override {
    case .decorator: return decorators.append(label)
    case .route: inside = "\(label)(memory)"
    case .adapter: inside = "\(label)(other)"
    }
    decorators = []
  }
}

@Suite("A later override wins")
struct OverridePrecedenceTests: RouteVocabulary {
  private func base() throws -> Registry {
    try Registry {
      Route(MemoryStore.self) { Service(.notes) }
      Route(OtherStore.init) { Service<OtherStore>() }
      Decorates(.notes) { LoggingStore($0, "module") }
    }
  }

  @Test func `a route replaces the decorator of an earlier override`() throws {
    let registry = try base().overriding { Override.decorator.routes("suite") }
    #expect(try registry.makeDestination(to: .notes).name == "suite(module(memory))")
    let replaced = try registry.overriding { Override.route.routes("test") }
    #expect(try replaced.makeDestination(to: .notes).name == "module(test(memory))")
    #expect(replaced.graph.nodes.count { $0.role == .decorator } == 1)
    #expect(try replaced.extending {}.makeDestination(to: .notes).name == "module(test(memory))")
  }

  @Test func `a decorator beside a route stays around it`() throws {
    let registry = try base().overriding {
      Override.decorator.routes("suite")
      Override.route.routes("own")
    }
    #expect(try registry.makeDestination(to: .notes).name == "suite(module(own(memory)))")
  }

  @Test func `an extension's decorator stays around an override`() throws {
    let registry = try base().extending { Override.decorator.routes("late") }
    let replaced = try registry.overriding { Override.route.routes("test") }
    #expect(try replaced.makeDestination(to: .notes).name == "late(module(test(memory)))")
  }

  @Test func `a replaced decorator has no dependencies`() throws {
    let registry = try base().overriding {
      Decorates(
        .notes, with: { (inner: any NoteStore, other: OtherStore) in LoggingStore(inner, other.name) })
    }
    let needing: @Sendable (any NoteStore) -> OtherStore = { _ in OtherStore() }
    #expect(throws: RegistryError.self) {
      try registry.overriding { Route(needing) { Service<OtherStore>() } }
    }
    let replaced = try registry.overriding {
      Override.route.routes("test")
      Route(needing) { Service<OtherStore>() }
    }
    #expect(try replaced.makeDestination(to: .notes).name == "module(test(memory))")
  }

  @Test(arguments: try Seeds.first(100))
  func `any sequence of overrides matches the model`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var registry = try base()
    var model = Model()
    for number in 0..<6 {
      let override = Override.allCases.randomElement(using: &random) ?? .route
      registry = try registry.overriding { override.routes("\(number)") }
      model.add(override, "\(number)")
      #expect(try registry.makeDestination(to: .notes).name == model.name, "seed \(seed), step \(number)")
    }
  }
}
