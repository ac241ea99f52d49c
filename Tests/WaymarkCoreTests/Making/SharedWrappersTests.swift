import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

@Suite("Wrappers of weakly shared instances")
struct SharedWrappersTests: RouteVocabulary {
  /// The work is counted, because time depends on the machine.
  @Test(arguments: [100, 10_000]) func `keeping many wrappers takes linear work`(count: Int) {
    let wrappers = SharedWrappers()
    var kept: [any NoteStore] = []
    var examined = 0
    for _ in 0..<count {
      let (store, wrapper) = (MemoryStore(), LoggingStore(MemoryStore()))
      kept += [store, wrapper]
      examined += wrappers.keep(ValueBox(wrapper as any NoteStore), of: ValueBox(store as any NoteStore))
    }
    #expect(examined <= 2 * count && wrappers.count == count)
    for index in stride(from: 0, to: kept.count, by: 2) {
      let wrapper = wrappers.wrapper(of: ValueBox(kept[index] as any NoteStore))
      #expect(wrapper?.value(as: (any NoteStore).self) === kept[index + 1])
    }
  }

  @Test func `released wrappers take little memory`() {
    let wrappers = SharedWrappers()
    let stores: [any NoteStore] = (0..<10_000).map { _ in MemoryStore() }
    var examined = 0
    for store in stores {
      examined += wrappers.keep(
        ValueBox(LoggingStore(store) as any NoteStore), of: ValueBox(store as any NoteStore))
    }
    #expect(wrappers.count <= 16 && examined <= 2 * stores.count)
    #expect(stores.allSatisfy { wrappers.wrapper(of: ValueBox($0 as any NoteStore)) == nil })
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
