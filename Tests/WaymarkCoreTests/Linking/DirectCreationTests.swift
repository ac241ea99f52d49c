import SharedFixtures
import Testing

@testable import WaymarkCore

private struct Table: Sendable { let numbers = (1, 2, 3, 4, 5, 6) }

/// A value of two words that doesn't move with its bits.
private struct Weak: Sendable {
  // SAFETY (`nonisolated(unsafe)`): the reference is set in the initializer, and read only.
  nonisolated(unsafe) private(set) weak var store: MemoryStore?
  let owner = MemoryStore()

  init() { store = owner }
}

@Suite("Destinations that need only a factory and a conversion")
struct DirectCreationTests: RouteVocabulary {
  /// Checks the destination of a route's only token, and whether its provider is direct.
  private func check<Requested>(
    _ token: RoutableService<Requested>, _ text: (Requested) -> String, _ expected: String,
    isDirect: Bool = true, @RoutesBuilder _ routes: () -> Routes
  ) throws {
    let registry = try Registry(routes)
    #expect(text(try registry(token)) == expected)
    let provider = registry.image.provider(for: TokenDescription(Requested.self, .service))
    #expect(provider?.isDirect == isDirect, "\(Requested.self)")
  }

  // The bits of a direct destination move. A weak reference to an Objective-C object registers its own address.
  @Test func `objects, values, closures, and their decorators are direct, unless a registry keeps them`()
    throws
  {
    let (store, time) = (Service<any NoteStore>(), Service<any TimeSource>())
    let table = Service<Table>(declaredProtocol: Table.self)
    let weak = Service<Weak>(declaredProtocol: Weak.self)
    try check(store, \.name, "memory") { Route(MemoryStore.self) { store } }
    try check(store, \.name, "memory") { Route(MemoryStore.self) { Service<any NoteStore>.as { $0 } } }
    try check(time, { "\($0.now)" }, "42") { Route({ SystemTime() }) { time } }
    try check(table, { "\($0.numbers.5)" }, "6") { Route({ Table() }) { table } }
    try check(time, { "\($0.now)" }, "43") {
      Route({ SystemTime() }) { time }
      Decorates(time) { LaterTime(inner: $0, by: 1) }
    }
    try check(weak, { $0.store?.name ?? "released" }, "memory", isDirect: false) {
      Route({ Weak() }) { weak }
    }
    try check(store, \.name, "memory", isDirect: false) { kept({ MemoryStore() }, store) }
  }
}
