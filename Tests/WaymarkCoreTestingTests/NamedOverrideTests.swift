import SharedFixtures
import Testing
import WaymarkCore
import WaymarkCoreTesting
import WaymarkRuntime

// A program with several services of one type: databases and strings.

private protocol Database: AnyObject, Sendable {
  var address: String { get }
  func insert() -> Int
}

extension RoutableService<any Database> {
  fileprivate static var primary: Self { declared() }
  fileprivate static var replica: Self { declared() }
}
extension RoutableService<String> {
  fileprivate static var apiKey: Self { declared() }
  fileprivate static var region: Self { declared() }
  fileprivate static var greeting: Self { declared() }
}
extension RoutableService<Shop> { fileprivate static var shop: Self { declared() } }
extension RoutableService<Office> { fileprivate static var office: Self { declared() } }

private final class Pool: Database {
  let address: String
  private let rows = Lock(0)
  init(_ address: String) { self.address = address }
  func insert() -> Int {
    rows.withLock { rows in
      rows += 1
      return rows
    }
  }
}

/// Gets everything through its initializer.
private struct Shop: Sendable {
  let parts: [String]
  init(main: any Database, copy: any Database, key: String, region: String, greeting: String) {
    parts = [main.address, copy.address, key, region, greeting]
  }
}

/// Gets everything through properties.
private final class Office: Sendable {
  let main = Routed(.primary)
  let copy = Routed(.replica)
  let key = Routed(.apiKey)
  let region = Routed(.region)
  let greeting = Routed(.greeting)

  var parts: [String] { [main().address, copy().address, key(), region(), greeting()] }
}

private struct ShopModule: RouteModule {
  let region: String
  var routes: Routes {
    for part in [Replaced.primary, .replica, .apiKey] { part.route(part == .apiKey ? "secret" : "\(part)") }
    Route({ [region] in region }) { Service(.region) }
    Route({ (key: String) in "hello \(key)" }) {
      Service(.greeting)
      Takes(.apiKey)
    }
    Route(Shop.init(main:copy:key:region:greeting:)) {
      Service(.shop)
      EntryPoint()
      Takes(.primary, .replica, .apiKey, .region, .greeting)
    }
    Route({ Office() }) {
      Service(.office)
      EntryPoint()
    }
  }
}

private let parts = ["primary", "replica", "secret", "eu", "hello secret"]

/// One override for each part, and the parts that it changes.
private enum Replaced: Int, CaseIterable, Sendable {
  case primary, replica, apiKey, region, greeting

  @RoutesBuilder func route(_ value: String) -> Routes {
    switch self {
    case .primary, .replica:
      Route({ Pool(value) }) {
        self == .primary ? RoutableService(.primary) : RoutableService(.replica)
        Singleton()
      }
    case .apiKey: Route({ value }) { RoutableService(.apiKey) }
    case .region: Route({ value }) { RoutableService(.region) }
    case .greeting: Route({ value }) { RoutableService(.greeting) }
    }
  }

  func expected(_ value: String) -> [String] {
    var expected = parts
    expected[rawValue] = value
    if self == .apiKey { expected[4] = "hello \(value)" }
    return expected
  }
}

private func expectParts(_ expected: [String]) throws {
  #expect(try Router.makeDestination(to: .shop).parts == expected)
  #expect(try Router.makeDestination(to: .office).parts == expected)
  #expect(Office().parts == expected, "an object that no route makes")
}

@Suite(
  "Several services of one type, wired and overridden by their names", .registry { ShopModule(region: "eu") })
struct NamedOverrideTests {
  @Test func `parameters and properties get their names`() throws { try expectParts(parts) }

  @Test(arguments: Replaced.allCases, 0..<20)
  fileprivate func `each parallel case sees only its own override`(replaced: Replaced, number: Int)
    async throws
  {
    let value = "fake \(number)"
    try await withRegistry(overriding: {
      replaced.route(value)
    }) {
      try expectParts(replaced.expected(value))
      await Task.yield()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<2 { group.addTask { try expectParts(replaced.expected(value)) } }
        try await group.waitForAll()
      }
      let rows =
        try Router.makeDestination(to: .primary).insert() + Router.makeDestination(to: .replica).insert()
      #expect(rows == 2, "nobody else inserts into these")
    }
    try expectParts(parts)
  }

  @Test(
    .overriding { Replaced.primary.route("fake 1") }, .overriding { Replaced.region.route("fake 3") })
  func `overrides replace one service of each type`() throws {
    try expectParts(["fake 1", "replica", "secret", "fake 3", "hello secret"])
  }

  @Test(arguments: [false, true])
  func `an unused override of a name is reported`(isUsed: Bool) async {
    let trait: RegistryTrait = .overriding { Replaced.replica.route("fake") }
    let requested: RoutableService<any Database> = isUsed ? .replica : .primary
    let found = await traitIssues([trait]) { _ = try Router.makeDestination(to: requested) }
    let text = """
      warning: Route(Pool) of Service(.replica) is overridden at WaymarkCoreTestingTests/NamedOverrideTests.swift:…, but this case never used it
          To fix: remove it
              or: write .overriding(allowsUnused: true)
      """
    #expect(found.map { $0.replacing(#/:\d+/#, with: ":…") } == (isUsed ? [] : [text]))
  }

  @Test(.registry { Route({ "live" }) { Service(.region) } })
  func `overriding the type of the only name counts as used`() async {
    let string = RoutableService<String>(declaredProtocol: String.self)
    for (provided, requested) in [(string, RoutableService.region), (.region, string), (string, string)] {
      let trait: RegistryTrait = .overriding { Route({ "fake" }) { provided } }
      let found = await traitIssues([trait]) {
        let value = try Router.makeDestination(to: requested)
        #expect(value == "fake")
      }
      #expect(found.isEmpty, "\(found)")
    }
  }
}
