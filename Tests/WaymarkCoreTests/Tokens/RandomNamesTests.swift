import SeededTesting
import SharedFixtures
import Testing

@testable import WaymarkCore

private struct Item<Tag>: Sendable { let value: Int }
private struct Holder<Tag>: Sendable { let value: Int }
private enum First {}
private enum Second {}
private enum Third {}

/// The reference: the values of names, by the numbers of types.
///
/// The name of a type itself is empty.
private struct Reference {
  var values: [[String: Int]]

  func value(_ type: Int, _ name: String) -> Result<Int, Problem> {
    let all = values[type]
    if let value = all[name] { return .success(value) }
    if !name.isEmpty || all.isEmpty { return .failure(.missing) }
    return all.count == 1 ? .success(all.values.first ?? 0) : .failure(.ambiguous)
  }

  mutating func extend(_ type: Int, _ name: String, _ value: Int) -> Problem? {
    if values[type][name] != nil { return .duplicate }
    values[type][name] = value
    return nil
  }

  mutating func override(_ type: Int, _ name: String, _ value: Int) -> Problem? {
    switch self.value(type, name) {
    case .failure(let problem): return problem
    case .success:
      values[type][values[type][name] == nil ? values[type].keys.first ?? "" : name] = value
      return nil
    }
  }
}

private enum Problem: String, Error {
  case missing, ambiguous, duplicate

  init?(_ error: any Error) {
    switch error {
    case let error as RegistryError:
      let codes = error.diagnostics.filter { $0.severity == .error }.map(\.code)
      switch codes {
      case [.ambiguousName]: self = .ambiguous
      case [.missingRequirement], [.unknownOverride], [.danglingAdapter], [.danglingDecorator]:
        self = .missing
      case [.duplicateProvision]: self = .duplicate
      default: return nil
      }
    case let error as RouteError where error.code == .unregistered: self = .missing
    case let error as RouteError where error.code == .ambiguousName: self = .ambiguous
    default: return nil
    }
  }
}

/// The operations on one type of the model.
private struct TypeOperations: Sendable {
  let provide: @Sendable (_ name: String, _ value: Int, _ isKept: Bool) -> Routes
  /// Each way to request, by its name.
  let requests: [(name: String, value: @Sendable (Registry, _ name: String) throws -> Int)]

  init<Tag>(_: Tag.Type) {
    @Sendable func token(_ name: String) -> RoutableService<Item<Tag>> {
      switch name {
      case "first": .declared("first")
      case "second": .declared("second")
      case "é": .declared("é")
      default: RoutableService(declaredProtocol: Item<Tag>.self)
      }
    }
    let holder = RoutableService<Holder<Tag>>(declaredProtocol: Holder<Tag>.self)
    @Sendable func holding(_ registry: Registry, takes name: String) throws -> Int {
      try registry.extending {
        Route({ (item: Item<Tag>) in Holder<Tag>(value: item.value) }) {
          holder
          if !name.isEmpty { Takes(token(name)) }
        }
      }(holder).value
    }
    provide = { name, value, isKept in
      RoutesBuilder.buildExpression(
        Route({ Item<Tag>(value: value) }) {
          token(name)
          if isKept { Singleton() }
        })
    }
    requests = [
      ("call", { try $0(token($1)).value }),
      ("router", { try DestinationRouter(to: token($1), in: $0).makeDestination().value }),
      (
        "property",
        { registry, name in try Registry.withCurrent(registry) { try Routed(token(name)).resolve().value } }
      ),
      ("parameter", { try holding($0, takes: $1) }),
      (
        "adapter",
        { registry, name in
          try registry.extending {
            Adapter(holder, for: token(name)) { Holder<Tag>(value: $0.value) }
          }(holder).value
        }
      ),
      (
        "decorator",
        { registry, name in
          try registry.extending { Decorates(token(name)) { Item<Tag>(value: ~$0.value) } }(token(name)).value
        }
      ),
    ]
  }
}

private let names = ["", "first", "second", "é"]
private let types = [TypeOperations(First.self), TypeOperations(Second.self), TypeOperations(Third.self)]

private func result<Value>(_ body: () throws -> Value) throws -> Result<Value, Problem> {
  do { return .success(try body()) } catch {
    guard let problem = Problem(error) else { throw error }
    return .failure(problem)
  }
}

@Suite("Random names of types, and registries derived from each other")
struct RandomNamesTests {
  @Test(arguments: try Seeds.first(200))
  func `random requests match the reference`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var reference = Reference(values: Array(repeating: [:], count: types.count))
    // The first registry has several declarations, which are all different keys.
    var routes = Routes()
    for (type, operations) in types.enumerated() {
      for name in names where Int.random(in: 0..<3, using: &generator) == 0 {
        let value = Int.random(in: 0..<1_000_000, using: &generator)
        reference.values[type][name] = value
        routes = RoutesBuilder.buildBlock(
          routes, operations.provide(name, value, Bool.random(using: &generator)))
      }
    }
    var registry = try Registry { routes }
    var earlier: [(Registry, Reference)] = []
    for step in 0..<8 {
      let (type, name) = (
        Int.random(in: 0..<types.count, using: &generator), names.randomElement(using: &generator) ?? ""
      )
      let value = Int.random(in: 0..<1_000_000, using: &generator)
      let isKept = Bool.random(using: &generator)
      let route = types[type].provide(name, value, isKept)
      var changed = reference
      switch Int.random(in: 0..<5, using: &generator) {
      case 0, 1:
        let problem = changed.extend(type, name, value)
        let made = try result { try registry.extending { route } }
        try expect(made, problem, step, &registry, "extending \(type) \(name)")
      case 2, 3:
        let problem = changed.override(type, name, value)
        let made = try result { try registry.overriding { route } }
        try expect(made, problem, step, &registry, "overriding \(type) \(name)")
      default:
        changed = reference
        guard registry.scope(UserSession.self) == nil else { break }
        registry = try registry.opening(UserSession(user: "ada"))
      }
      reference = changed
      earlier.append((registry, reference))
      try compare(registry, reference, turn: step, "step \(step)")
    }
    // Deriving a registry doesn't change its base.
    if let (registry, reference) = earlier.first {
      try compare(registry, reference, turn: 0, "the first, later")
    }
  }

  /// Expects a derived registry or a problem, and continues with the registry.
  private func expect(
    _ made: Result<Registry, Problem>, _ problem: Problem?, _ step: Int, _ registry: inout Registry,
    _ comment: String
  ) throws {
    switch made {
    case .success(let derived):
      #expect(problem == nil, "step \(step): \(comment)")
      registry = derived
    case .failure(let found): #expect(found == problem, "step \(step): \(comment)")
    }
  }

  private func compare(
    _ registry: Registry, _ reference: Reference, turn: Int, _ comment: String
  ) throws {
    let tokens = registry.routables.count
    for (type, operations) in types.enumerated() {
      for (position, name) in names.enumerated() {
        let expected = reference.value(type, name)
        // Deriving a registry takes long, so one name of a type is compared by one of the three requests that do.
        let turn = turn + tokens + type
        let derived = operations.requests.suffix(3)[3 + turn % 3]
        for request in operations.requests.prefix(3) + (position == turn % names.count ? [derived] : []) {
          let found = try result { try request.value(registry, name) }
          #expect(
            found == (request.name == "decorator" ? expected.map { ~$0 } : expected),
            "\(comment): \(request.name) of type \(type), name \"\(name)\"")
        }
      }
    }
    #expect(tokens == reference.values.reduce(0) { $0 + $1.count }, "\(comment): tokens")
  }
}
