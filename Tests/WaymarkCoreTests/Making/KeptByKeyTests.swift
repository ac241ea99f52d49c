import Foundation
import SharedFixtures
import Testing
import WaymarkRuntime
import WaymarkInspection

@testable import WaymarkCore

private struct RoomModule: RouteModule {
  var count = Counter()
  var isScoped = false

  var routes: Routes {
    Route(
      { @Sendable (settings: RoomSettings, time: any TimeSource) in
        count.increment()
        Thread.sleep(forTimeInterval: 0.002)
        return ChatRoom(settings: settings, time: time)
      }, configuration: RoomSettings.init
    ) {
      ServiceModule(.roomSettings)
      Service(.chat)
      Kept(by: \RoomSettings.number)
      if isScoped { Scoped(to: UserSession.self) }
    }
    Route(SystemTime.self) { Service<any TimeSource>() }
  }
}

private final class RoomHolder: Sendable {
  let room: any Chat
  init(room: any Chat) { self.room = room }
}

extension RoutableService<RoomHolder> { fileprivate static var roomHolder: Self { declared() } }

@Suite("Instances for each key")
struct KeptByKeyTests: RouteVocabulary {
  private func room(_ number: Int, in registry: Registry) throws -> any Chat {
    try #require(registry.router(to: .roomSettings)).makeDestination(as: RoutableService(.chat)) {
      $0.number = number
    }
  }

  @Test func `each key has one instance while it is retained`() throws {
    let registry = try Registry { RoomModule() }
    var first: (any Chat)? = try room(1, in: registry)
    let second = try room(2, in: registry)
    #expect(first?.number == 1 && second.number == 2 && second.now == 42)
    #expect(try room(1, in: registry) === first)
    #expect(try room(2, in: registry) === second)
    weak let gone = first
    first = nil
    #expect(gone == nil)
    #expect(try room(1, in: registry).number == 1)
  }

  @Test func `the first caller's configuration counts, also the default one`() throws {
    let registry = try Registry { RoomModule() }
    func room(_ title: String) throws -> ChatRoom? {
      let settings = RoomSettings(number: 1, title: title)
      return try registry.makeDestination(to: .roomSettings, as: .chat, with: settings) as? ChatRoom
    }
    let first = try room("first")
    #expect(try room("second") === first && first?.title == "first")
    let other = try registry(.chat)
    #expect(try other.number == 0 && self.room(0, in: registry) === other)
  }

  @Test func `concurrent callers get one instance`() async throws {
    let module = RoomModule()
    let registry = try Registry { module }
    let rooms = try await withThrowingTaskGroup(of: (any Chat).self) { group in
      for index in 0..<200 {
        group.addTask {
          try registry.makeDestination(
            to: .roomSettings, as: .chat, with: RoomSettings(number: index % 4, title: ""))
        }
      }
      return try await group.reduce(into: [any Chat]()) { $0.append($1) }
    }
    let numbers = Dictionary(grouping: rooms, by: \.number).mapValues {
      Set($0.map { ObjectIdentifier($0) }).count
    }
    #expect(numbers == [0: 1, 1: 1, 2: 1, 3: 1])
    #expect(module.count.value == 4)
  }

  /// A key with a released instance is forgotten with a later request, also if many are released at once.
  @Test func `the keys of released instances are forgotten, and the others are kept`() throws {
    let instances = KeyedInstances()
    func request(_ number: Int) throws -> MemoryStore {
      try instances.with(InstanceKey(value: number)) { reference throws(RouteError) in
        if let store = reference.object as? MemoryStore { return store }
        let store = MemoryStore()
        reference.set(store)
        return store
      }
    }
    for number in 0..<10_000 { _ = try request(number) }
    #expect(instances.count <= 40)
    var all = try (0..<10_000).map(request)
    #expect(instances.count == 10_000)
    #expect(try request(77) === all[77])
    let rest = all[9_990]
    all = []
    for number in 0..<100 { _ = try request(10_000 + number) }
    #expect(instances.count <= 40)
    #expect(try request(9_990) === rest)
  }

  @Test func `a key in use isn't forgotten`() throws {
    let instances = KeyedInstances()
    try instances.with(InstanceKey(value: "used")) { used throws(RouteError) in
      for number in 0..<1_000 {
        try instances.with(InstanceKey(value: number)) { _ throws(RouteError) in }
      }
      try instances.with(InstanceKey(value: "used")) { again throws(RouteError) in
        #expect(again === used)
      }
    }
    for number in 0..<10 { try instances.with(InstanceKey(value: number)) { _ throws(RouteError) in } }
    #expect(instances.count <= 40)
  }

  @Test func `a refused request hides no instance from the operations of the stop`() async throws {
    let (journal, root) = (Journal(), Lock<Registry?>(nil))
    let registry = try Registry {
      live({ VisitorProfile(number: 1) }, .visitorProfile, stopping: { _ in })
      Route(ChatRoom.self, configuration: RoomSettings.init) {
        ServiceModule(.roomSettings)
        Service(.chat)
        Kept(by: \RoomSettings.number)
      } make: { settings, routes in
        _ = try routes(.visitorProfile)
        return ChatRoom(settings: settings, time: SystemTime())
      }
      Route(RoomHolder.self) {
        Service(.roomHolder)
        Singleton()
        Stopping(within: .seconds(600)) { holder in
          let outside = await Task.detached {
            root.withLock(\.self).flatMap { registry in error { _ = try self.room(1, in: registry) } }
          }.value
          journal.write("\(outside?.code, default: "no error")")
          journal.write("\(try self.room(1, in: .current) === holder.room)")
        }
      } make: { _ in
        RoomHolder(room: try self.room(1, in: .current))
      }
    }
    root.withLock { $0 = registry }
    _ = try registry(.roomHolder)
    await registry.stop()
    root.withLock { $0 = nil }
    #expect(journal.all == ["notStarted", "true"])
  }

  @Test func `each scope has its own instances`() async throws {
    let registry = try Registry { RoomModule(isScoped: true) }
    let ann = try registry.opening(UserSession(user: "ann"))
    let bob = try registry.opening(UserSession(user: "bob"))
    let room = try room(1, in: ann)
    #expect(try self.room(1, in: ann) === room)
    #expect(try self.room(1, in: bob) !== room)
    #expect(error { _ = try self.room(1, in: registry) }?.code == .scopeNotOpen)
    await ann.close()
    #expect(error { _ = try self.room(1, in: ann) }?.code == .scopeClosed)
  }

  @Test @MainActor func `views can be kept by key`() throws {
    let registry = try Registry {
      Route({ (_: EditorConfiguration) in Editor() }, configuration: EditorConfiguration.init) {
        ViewModule(.editorModule)
        View(.editor)
        Kept(by: \EditorConfiguration.number)
      }
    }
    func editor(_ number: Int) throws -> any EditorInput {
      let configuration = EditorConfiguration(note: Note(id: number))
      return try registry.makeDestination(to: .editorModule, as: .editor, with: configuration)
    }
    let first = try editor(1)
    #expect(try editor(1) === first && editor(2) !== first)
  }

  @Test func `a configured route's parameters are checked`() throws {
    let text = problems {
      Route(ChatRoom.init(settings:time:), configuration: RoomSettings.init) { ServiceModule(.roomSettings) }
    }
    #expect(text.findings == ["line + 1 missing-requirement"])
    let registry = try Registry { RoomModule() }
    #expect(registry.diagnostics.allSatisfy { $0.code != .openRoutes })
    #expect(
      registry.graph.edges.map(\.label) == ["parameter 2"] && registry.graph.nodes[0].lifetime == .keyed)
  }
}
