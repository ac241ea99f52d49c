import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

@Suite("Wrappers of weakly shared instances")
struct SharedWrappersTests: RouteVocabulary {
  /// The work is counted, because time depends on the machine.
  @Test(arguments: [100, 10_000]) func `keeping many wrappers takes linear work`(count: Int) {
    var wrappers = Wrappers()
    var kept: [any NoteStore] = []
    for _ in 0..<count {
      let (store, wrapper) = (MemoryStore(), LoggingStore(MemoryStore()))
      kept += [store, wrapper]
      wrappers.keep(wrapper, of: store)
    }
    #expect(wrappers.examined <= 2 * count && wrappers.state.places.count == count)
    for index in stride(from: 0, to: kept.count, by: 2) {
      #expect(wrappers.wrapper(of: kept[index]) === kept[index + 1])
    }
  }

  @Test func `released wrappers take little memory`() {
    var wrappers = Wrappers()
    let stores: [any NoteStore] = (0..<10_000).map { _ in MemoryStore() }
    for store in stores { wrappers.keep(LoggingStore(store), of: store) }
    #expect(wrappers.state.places.count <= 16 && wrappers.examined <= 2 * stores.count)
    for store in stores { #expect(wrappers.wrapper(of: store) == nil) }
  }

  @Test func `the wrapper of a released instance isn't another one's`() {
    let (reference, wrapper) = (WeakBox(), LoggingStore(MemoryStore()))
    let released = MemoryStore()
    reference.enter(released)
    reference.set(wrapper)
    reference.enter(released)
    #expect(reference.object === wrapper)
    // In a table, both instances have the same address.
    let next = MemoryStore()
    reference.enter(next)
    #expect(reference.object == nil)
    withExtendedLifetime((released, wrapper, next)) {}
  }

  @Test func `shared decorated objects have one wrapper each`() throws {
    let registry = try Registry {
      rooms()
      Route(SystemTime.self) { Service(.time) }
      Decorates(.chat) { LoudChat($0) }
    }
    func chat(_ number: Int) throws -> any Chat {
      try #require(registry.router(to: .roomSettings)).makeDestination(as: RoutableService(.chat)) {
        $0.number = number
      }
    }
    let chats = try (0..<100).map { try chat($0) }
    for (number, known) in chats.enumerated() {
      #expect(try chat(number) === known)
      #expect(known.number == number && known.now == 43)
    }
  }

  @Test func `a decorator can request the same route with another key`() throws {
    let registry = try Registry {
      rooms()
      Route(SystemTime.self) { Service(.time) }
      Decorates(
        .chat,
        with: {
          @Sendable (inner: any Chat, rooms: ModuleServiceRouter<any ChatSettings>) throws -> any Chat in
          guard inner.number > 0 else { return NestedChat(inner, in: nil) }
          let parent = try rooms.makeDestination(as: RoutableService(.chat)) { $0.number = inner.number - 1 }
          return NestedChat(inner, in: parent)
        })
    }
    let settings = try #require(registry.router(to: .roomSettings))
    let chat = try settings.makeDestination(as: RoutableService(.chat)) { $0.number = 2 }
    let parent = try #require((chat as? NestedChat)?.parent as? NestedChat)
    #expect(chat.number == 2 && parent.number == 1 && parent.parent?.number == 0)
  }
}

/// The wrappers of stores, as a registry keeps them.
private struct Wrappers {
  private(set) var state = KeyedInstances.State()
  private(set) var examined = 0

  /// Keeps a wrapper, and now and then removes the entries of released ones.
  mutating func keep(_ wrapper: any NoteStore, of store: any NoteStore) {
    var released: [AnyObject] = []
    state.requestsLeft -= 1
    if state.requestsLeft == 0 { examined += state.removeSome(releasing: &released) }
    use(store) { $0.set(wrapper) }
  }

  mutating func wrapper(of store: any NoteStore) -> AnyObject? { use(store) { $0.object } }

  private mutating func use<Result>(_ store: any NoteStore, _ body: (WeakBox) -> Result) -> Result {
    let entry = state.enter(InstanceKey(value: ObjectIdentifier(store)))
    entry.reference.enter(store)
    defer { state.leave(entry) }
    return body(entry.reference)
  }
}

private final class LoudChat: Chat {
  let inner: any Chat
  init(_ inner: any Chat) { self.inner = inner }
  var number: Int { inner.number }
  var now: Int { inner.now + 1 }
}

private final class NestedChat: Chat {
  let inner: any Chat
  let parent: (any Chat)?
  init(_ inner: any Chat, in parent: (any Chat)?) { (self.inner, self.parent) = (inner, parent) }
  var number: Int { inner.number }
  var now: Int { inner.now }
}
