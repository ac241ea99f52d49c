import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

@Suite("Wrappers of weakly shared instances")
struct SharedWrappersTests: RouteVocabulary {
  /// The work is counted, because time depends on the machine.
  @Test(arguments: [100, 10_000], [false, true])
  func `keeping many wrappers takes linear work, and released wrappers take little memory`(
    count: Int, isRetained: Bool
  ) {
    let wrappers = SharedWrappers()
    let stores: [any NoteStore] = (0..<count).map { _ in MemoryStore() }
    var retained: [any NoteStore] = []
    var examined = 0
    for store in stores {
      let wrapper: any NoteStore = LoggingStore(store)
      if isRetained { retained.append(wrapper) }
      examined += wrappers.keep(ValueBox(wrapper as any NoteStore), of: ValueBox(store as any NoteStore))
    }
    #expect(examined <= 2 * count && (isRetained ? wrappers.count == count : wrappers.count <= 16))
    for (index, store) in stores.enumerated() {
      let wrapper = wrappers.wrapper(of: ValueBox(store as any NoteStore))?.value(as: (any NoteStore).self)
      #expect(wrapper === (isRetained ? retained[index] : nil))
    }
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
