import SharedFixtures
import Testing
import WaymarkCore
import WaymarkCoreTesting
import WaymarkRuntime

// A small application to be tested.

protocol NoteStore: AnyObject, Sendable {
  var name: String { get }
  func add() -> Int
}
protocol Printing: Sendable { var store: any NoteStore { get } }
@MainActor protocol Screen: AnyObject { var title: String { get set } }

extension RoutableService<any NoteStore> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<any Printing> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableView<any Screen> { init() { self.init(declaredProtocol: Protocol.self) } }

final class MemoryStore: NoteStore {
  private let count = Lock(0)
  var name: String { "memory" }
  func add() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

final class NamedStore: NoteStore {
  let name: String
  init(_ name: String) { self.name = name }
  func add() -> Int { 0 }
}

struct Printer: Printing { let store: any NoteStore }

@MainActor final class NoteScreen: Screen, ViewDestination {
  var title = "new"
  init() {}
}

/// A service that resolves its store late.
final class Reader: Sendable { let store = Routed(RoutableService<any NoteStore>()) }

struct NotesModule: RouteModule {
  var routes: Routes {
    Route(MemoryStore.init) {
      Service<any NoteStore>()
      Singleton()
    }
    Route(Printer.init(store:)) {
      Service<any Printing>()
      EntryPoint()
    }
    Route(NoteScreen.self) {
      View<any Screen>()
      Identifier("screen")
    }
  }
}

/// A route with a store that has a name.
@RoutesBuilder func namedStore(_ name: String, isKept: Bool = false) -> Routes {
  Route({ NamedStore(name) }) {
    RoutableService<any NoteStore>()
    if isKept { Singleton() }
  }
}

// MARK: - Traits around a test

/// The issues of a test with traits, in their order.
func traitIssues(
  _ traits: [any TestScoping], _ body: @escaping @Sendable () async throws -> Void = {}
) async -> [String] {
  await issues { try await runAll(traits[...], body) }
}

private func runAll(
  _ traits: ArraySlice<any TestScoping>, _ body: @escaping @Sendable () async throws -> Void
) async throws {
  guard let first = traits.first else { return try await body() }
  try await run(first) { try await runAll(traits.dropFirst(), body) }
}

/// The issues of a test that looks for leaks, with its leak trait in front of the registry's trait or behind it.
func leakIssues(
  _ registry: RegistryTrait, leakTraitFirst: Bool = false, within grace: Duration = .milliseconds(30),
  _ body: @escaping @Sendable () async throws -> Void
) async -> [String] {
  let leaks = LeakTrait.noLeaks(within: grace)
  return await traitIssues(leakTraitFirst ? [leaks, registry] : [registry, leaks], body)
}

/// Keeps objects for a test.
final class Keeper: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): touched by one test, one access after the other.
  var kept: [AnyObject] = []
}

/// The text of an error with dots in place of the places in tests, or nothing.
func errorText(of body: () throws -> Void) -> String {
  do {
    try body()
    return "no error"
  } catch {
    return "\(error)".replacing(#/\w+\/\w+Tests.swift:\d+/#, with: "…")
  }
}
