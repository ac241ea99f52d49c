import Foundation
import SharedFixtures
import Testing
import WaymarkCore
import WaymarkRuntime

private struct CycleModule: RouteModule {
  static let line = #line
  let lifetime: Lifetime

  var routes: Routes {
    route({ MemoryStore(name: try $0(Service<any RequiredStore>()).name) }, Service<any NoteStore>())
    route({ StoreProxy(try $0(Service<any NoteStore>())) }, Service<any RequiredStore>())
  }

  private func route<Made: AnyObject & Sendable, Requested>(
    _ make: @escaping @Sendable (Resolver) throws -> Made, _ token: RoutableService<Requested>,
    line: Int = #line
  ) -> Route {
    Route(make, line: line) {
      token
      switch lifetime {
      case .transient, .keyed: Transient()
      case .weaklyShared: WeaklyShared()
      case .singleton: Singleton()
      case .scoped: Scoped(to: UserSession.self)
      }
    }
  }
}

/// Runs something on a thread with a stack of a size.
private func onStack(of size: Int, _ body: @escaping @Sendable () -> String) -> String {
  let log = Log()
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    log.append(body())
    done.signal()
  }
  thread.stackSize = size
  thread.start()
  done.wait()
  return log.all.joined()
}

private struct Leaf: Sendable {}

/// A chain of services where each needs the next one and three others.
private enum Wide {
  final class Step<Next: Sendable>: Sendable {
    let next: Next
    init(_ next: Next, _: Leaf, _: Leaf, _: Leaf) { self.next = next }
  }

  @RoutesBuilder static func routes<Next: Sendable>(_: Next.Type, _ count: Int) -> Routes {
    if count > 0 {
      Route({ @Sendable in Step<Next>($0, $1, $2, $3) }) {
        RoutableService(declaredProtocol: Step<Next>.self)
      }
      routes(Step<Next>.self, count - 1)
    }
  }

  static func make<Next: Sendable>(_: Next.Type, _ count: Int, _ registry: Registry) throws {
    guard count == 0 else { return try make(Step<Next>.self, count - 1, registry) }
    _ = try registry.makeDestination(to: RoutableService(declaredProtocol: Next.self))
  }
}

@Suite("Factories that depend on each other in a cycle")
struct DependencyCycleTests: RouteVocabulary {
  @Test(arguments: Lifetime.allCases)
  func `a cycle throws an error with its path, also on a small stack`(lifetime: Lifetime) throws {
    let registry = try Registry { CycleModule(lifetime: lifetime) }.opening(UserSession(user: "ann"))
    let found = Lock<RouteError?>(nil)
    _ = onStack(of: (Sanitizer.isActive ? 4 : 1) * 512 * 1024) {
      let problem = error { _ = try registry(RoutableService<any NoteStore>()) }
      found.withLock { $0 = problem }
      return ""
    }
    let problem = try #require(found.withLock { $0 })
    #expect(problem.code == .dependencyCycle)
    #expect(
      relative(problem.message, fileID: #fileID, line: CycleModule.line)
        == "factories depend on each other in a cycle: MemoryStore (line + 4) → StoreProxy (line + 5) → MemoryStore (line + 4)"
    )
    #expect(problem.remedy?.hasPrefix("resolve one of them after its initializer, ") == true)
    #expect(problem.path.count > (lifetime == .transient ? 4 : 1))
    guard lifetime == .transient else { return }
    // The path has each route of the cycle once.
    let lines = relative(problem.description, fileID: #fileID, line: CycleModule.line).split(separator: "\n")
    let path = try #require(lines.dropFirst().first)
    let (store, proxy) = ("MemoryStore (line + 4)", "StoreProxy (line + 5)")
    #expect(
      path == "    while making \(store), needed by \(proxy), needed by \(store), and so on"
        || path == "    while making \(proxy), needed by \(store), needed by \(proxy), and so on")
  }

  /// Beyond a depth of 128, a repetition is looked for only in some ranges.
  @Test(arguments: [0, 127, 150, 300])
  func `a cycle throws an error at any depth`(depth: Int) throws {
    let registry = try Registry { CycleModule(lifetime: .transient) }
    func nested(_ levels: Int) -> RouteError.Code? {
      guard levels > 0 else {
        return error { _ = try registry(Service<any NoteStore>()) }?.code
      }
      return Registry.withCurrent(registry) { nested(levels - 1) }
    }
    #expect(nested(depth) == .dependencyCycle)
  }

  /// A step needs at most 3 KB of stack in a debug build, and 1.2 in a release build.
  @Test(.enabled(if: FastCalls.areUsed), arguments: [false, true])
  func `a deep chain fits into a small stack`(isKept: Bool) throws {
    let registry = try Registry { LinksModule(0..<120, isKept: isKept) }
    #if DEBUG
      let step = 3 << 10
    #else
      let step = 1_200
    #endif
    // The first step has another 40 KB, for the thread's own frames and the user's part of the last one.
    let size = (Sanitizer.isActive ? 8 : 1) * (120 * step + 40 << 10 + 4_095) & ~4_095
    let result = onStack(of: size) {
      let problem = error { _ = try registry.makeDestination(to: RoutableService<Link<D0, D0>>()) }
      return problem?.description ?? "made"
    }
    #expect(result == "made")
  }

  @Test(.enabled(if: FastCalls.areUsed))
  func `a deep chain of four parameters fits into a small stack`() throws {
    let registry = try Registry {
      Route({ Leaf() }) { RoutableService(declaredProtocol: Leaf.self) }
      Wide.routes(Leaf.self, 40)
    }
    let size = (Sanitizer.isActive ? 8 : 1) * (40 * 3 << 10 + 40 << 10)
    let result = onStack(of: size) {
      error { try Wide.make(Leaf.self, 40, registry) }?.description ?? "made"
    }
    #expect(result == "made")
  }

  @MainActor @Test func `a cycle of views throws an error on the main thread`() throws {
    let registry = try Registry {
      Route(HeadingEditor.self) {
        View<any HeadingInput>()
      } make: { routes in
        HeadingEditor(try routes(View<any EditorInput>()))
      }
      Route(Editor.self) {
        View<any EditorInput>()
      } prepare: { _, routes in
        _ = try routes(View<any HeadingInput>())
      }
    }
    #expect(
      error { _ = try registry.makeDestination(to: View<any HeadingInput>()) }?.code == .dependencyCycle)
  }

  @Test(arguments: [false, true])
  func `a decorator that requests its own token is told to use its instance`(isKept: Bool) throws {
    let registry = try Registry {
      kept({ MemoryStore() }, .notes, if: isKept)
      Decorates(.notes) { _ in try Registry.current(.notes) }
    }
    let problem = try #require(error { _ = try registry(.notes) })
    #expect(problem.code == .dependencyCycle)
    #expect(problem.remedy?.hasPrefix("in a decorator, use the instance that it receives\n") == true)
  }

  @Test(arguments: [false, true])
  func `a recursion that ends is allowed, and the registry works after the error of a kept instance`(
    isKept: Bool
  ) throws {
    let calls = Counter()
    let registry = try Registry {
      kept(
        { (routes: Resolver) in
          calls.increment()
          return calls.value < (isKept ? 2 : 40) ? MemoryStore(name: try routes(.notes).name) : MemoryStore()
        }, .notes, if: isKept)
    }
    if isKept { #expect(error { _ = try registry(.notes) }?.code == .dependencyCycle) }
    #expect(try registry(.notes).name == "memory")
    #expect(calls.value == (isKept ? 2 : 40))
  }

  #if os(macOS) || os(Linux)
    /// Two singletons with factories that need each other, and several threads that ask for them from both ends: each
    /// request ends in an error, and none waits forever.
    @Test func `a cycle through several threads throws an error`() async {
      await #expect(processExitsWith: .success) {
        mustEnd(within: 240)
        for _ in 0..<50 {
          let registry = try Registry { CycleModule(lifetime: .singleton) }
          await withTaskGroup(of: RouteError?.self) { group in
            for task in 0..<8 {
              group.addTask {
                error {
                  if task % 2 == 0 {
                    _ = try registry(RoutableService<any NoteStore>())
                  } else {
                    _ = try registry(RoutableService<any RequiredStore>())
                  }
                }
              }
            }
            for await problem in group { mustHold(problem?.code == .dependencyCycle) }
          }
        }
      }
    }
  #endif
}
