import SharedFixtures
import Testing
import WaymarkCore
import WaymarkCoreTesting
import WaymarkRuntime

// A small application to be tested.

protocol Printing: Sendable { var store: any NoteStore { get } }

extension RoutableService<any Printing> { init() { self.init(declaredProtocol: Protocol.self) } }

struct Printer: Printing { let store: any NoteStore }

/// A service that resolves its store late.
final class Reader: Sendable { let store = Routed(RoutableService<any NoteStore>()) }

struct NotesModule: RouteModule {
  /// Messages about missing dependencies name the modules of the program without stored properties, so this one has one.
  var isKept = true

  var routes: Routes {
    namedStore("memory", isKept: isKept)
    Route(Printer.init(store:)) {
      Service<any Printing>()
      EntryPoint()
    }
    Route(Editor.self) {
      View<any EditorInput>()
      Identifier("screen")
    }
  }
}

/// A route with a store that has a name.
@RoutesBuilder func namedStore(_ name: String, isKept: Bool = false) -> Routes {
  Route({ MemoryStore(name: name) }) {
    RoutableService<any NoteStore>()
    if isKept { Singleton() }
  }
}

/// The objects that tests have used, which stay so that their addresses are unique.
private let used = Lock<[ObjectIdentifier: any AnyObject & Sendable]>([:])

/// Notes a use of an object, and returns whether it's the first one.
func isFirstUse(of object: any AnyObject & Sendable) -> Bool {
  used.withLock { $0.updateValue(object, forKey: ObjectIdentifier(object)) == nil }
}

// MARK: - Traits around a test

/// The issues of a test with traits, in their order.
func traitIssues(
  _ traits: [any TestScoping], _ body: @escaping @Sendable () async throws -> Void = {}
) async -> [String] {
  await issues { try await run(traits, function: body) }
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
