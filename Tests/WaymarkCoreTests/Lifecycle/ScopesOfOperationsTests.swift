import SharedFixtures
import Testing
import WaymarkCore

/// A transaction of one visit, which uses the storage.
private final class Transaction: Sendable {
  let storage: any Storage
  init(storage: any Storage, visit: Visit) async { self.storage = storage }
}

/// A queue with an operation that opens scopes.
private final class Queue: Sendable { init(storage: any Storage) {} }

extension RoutableService<Transaction> { fileprivate static var transactionOfQueue: Self { declared() } }
extension RoutableService<Queue> { fileprivate static var queueOfVisits: Self { declared() } }
extension RoutableService<VisitorProfile> { fileprivate static var ownProfile: Self { declared() } }

@Suite("Scopes that Starting and Stopping open", .timeLimit(.minutes(5)))
struct ScopesOfOperationsTests: RouteVocabulary {
  enum Use {
    /// `started(_:)` starts the transaction.
    case onDemand
    /// `withScope(_:operation:)` starts the transaction.
    case withScope
    /// The same, in `Starting` of an instance of an outer scope.
    case inScope
  }

  private let journal = Journal()

  private func visit(_ use: Use) async throws {
    try await Registry.current.withScope(Visit(path: "/")) { [journal] in
      let transaction =
        use == .onDemand
        ? try await Registry.current.started(.transactionOfQueue) : try Registry.current(.transactionOfQueue)
      journal.write("commit to \(transaction.storage.path)")
    }
  }

  private func registry(_ use: Use, isStop: Bool) throws(RegistryError) -> Registry {
    try Registry {
      ServerModule(journal: journal)
      Route(Transaction.init(storage:visit:)) {
        Service(.transactionOfQueue)
        Scoped(to: Visit.self)
        if use == .onDemand { OnDemand() }
        Stopping { [journal] in journal.write("end the transaction at \($0.storage.path), \($1)") }
      }
      if use == .inScope {
        live(
          { (_: any Storage) in VisitorProfile(number: 1) }, .ownProfile, in: Login.self,
          starting: { _ in try await visit(use) })
      } else {
        let work: InstanceWork<Queue> = { _ in try await visit(use) }
        live(
          Queue.init(storage:), .queueOfVisits, .eager, starting: isStop ? nil : work,
          stopping: isStop ? work : nil)
      }
    }
  }

  // The `Stopping` of a scope's instance can't open scopes inside of the scope, because that's closed.
  @Test(arguments: [
    (Use.onDemand, false), (Use.withScope, false), (Use.inScope, false), (Use.onDemand, true),
    (Use.withScope, true),
  ])
  func `their instances use the instances that the operation uses`(_ use: Use, isStop: Bool) async throws {
    let registry = try registry(use, isStop: isStop)
    try await inTime {
      try await registry.run {
        guard use == .inScope else { return }
        try await registry.withScope(Login(user: "ann")) { _ = try Registry.current(.ownProfile) }
      }
    }
    let lines = journal.all.filter { $0.contains("commit") || $0.contains("transaction") }
    #expect(lines == ["commit to /tmp", "end the transaction at /tmp, finished"])
  }
}
