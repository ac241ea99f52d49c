import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

@Suite("Wrappers of weakly shared instances")
struct SharedWrappersTests: RouteVocabulary {
  /// A new object can have the address of a released one, whose wrapper something retains.
  @Test func `a reference to a wrapper is only for the object inside it`() {
    let (store, other) = (MemoryStore(), MemoryStore())
    let wrapper = LoggingStore(store)
    let reference = WeakBox()
    reference.set(wrapper, of: store)
    #expect(reference.object(of: store) === wrapper)
    #expect(reference.object(of: other) == nil && reference.object(of: nil) == nil)
  }

  @Test func `shared decorated objects have one wrapper each`() throws {
    let registry = try Registry {
      rooms()
      Route(SystemTime.self) { Service(.time) }
      Decorates(.chat) { NestedChat($0, in: nil) }
    }
    func chat(_ number: Int) throws -> any Chat {
      try #require(registry.router(to: .roomSettings)).makeDestination(as: RoutableService(.chat)) {
        $0.number = number
      }
    }
    let chats = try (0..<100).map { try chat($0) }
    for (number, known) in chats.enumerated() {
      #expect(try known is NestedChat && chat(number) === known)
      #expect(known.number == number && known.now == 42)
    }
    // Only the wrapper was released.
    let inner = try #require(chat(200) as? NestedChat).inner
    #expect(try #require(chat(200) as? NestedChat).inner === inner)
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

private final class NestedChat: Chat {
  let inner: any Chat
  let parent: (any Chat)?
  init(_ inner: any Chat, in parent: (any Chat)?) { (self.inner, self.parent) = (inner, parent) }
  var number: Int { inner.number }
  var now: Int { inner.now }
}
