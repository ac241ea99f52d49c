import SharedFixtures
import Testing
import WaymarkCore
import WaymarkInspection

private struct EmptyModule: RouteModule { var routes: Routes {} }

private struct OuterModule: RouteModule {
  let extra: Bool
  let mode: Int

  var routes: Routes {
    EmptyModule()
    if extra { Route(Editor.self) { View<any EditorInput>() } }
    switch mode {
    case 0: Route({ MemoryStore(name: "zero") }) { Service<any NoteStore>() }
    case 1: Route({ MemoryStore(name: "one") }) { Service<any NoteStore>() }
    default: EmptyModule()
    }
    for number in 0..<3 {
      Route(PlainDraft.self) {
        Service<Box<PlainDraft>>.as { Box(value: $0, number: number) }
        Identifier("draft-\(number)")
      } make: {
        PlainDraft(text: "\(number)")
      }
    }
    if #available(macOS 15, *) { Route(SystemTime.self) { Service<any TimeSource>() } }
  }
}

private struct Box<Value: Sendable>: Sendable {
  let value: Value
  let number: Int
}

@Suite("Control flow in result builders")
struct BuilderTests: RouteVocabulary {
  @Test(arguments: [(true, 0), (false, 1), (false, 2)])
  func `a block of routes allows control flow`(extra: Bool, mode: Int) throws {
    // The three declarations provide the same type, so only their identifiers are kept apart here.
    let problem = #expect(throws: RegistryError.self) {
      try Registry { OuterModule(extra: extra, mode: mode) }
    }
    #expect(problem?.diagnostics.map(\.code) == [.duplicateProvision, .duplicateProvision])
    #expect(problem?.routeCount == (extra ? 1 : 0) + (mode < 2 ? 1 : 0) + 3 + 1)
  }

  @Test(arguments: [
    (0, ["Service<any NoteStore>"], ["always", "zero"]),
    (1, ["Service<any NoteStore>", "Service<any RequiredStore>"], ["always"]),
    (2, ["Service<any NoteStore>"], ["always", "for 0", "for 1"]),
  ])
  func `a block of entries allows control flow`(mode: Int, provides: [String], identifiers: [String]) throws {
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Identifier("always")
        switch mode {
        case 0: Identifier("zero")
        case 1: Service<any RequiredStore>()
        default:
          for number in 0..<2 { Identifier("for \(number)") }
        }
        if mode == 1 { Singleton() }
        if mode == 2 { Requires() } else { Exclusive() }
        if #available(macOS 15, *) { Requires() }
      } make: {
        MemoryStore()
      }
    }
    let route = try #require(registry.routes.first)
    #expect(route.provides == provides)
    #expect(route.identifiers == identifiers)
    #expect(route.lifetime == (mode == 1 ? .singleton : .transient))
    #expect(route.module == "WaymarkCoreTests" && route.fileID == "WaymarkCoreTests/BuilderTests.swift")
  }

  @Test func `a block can have 20 entries, and one can be another block`() throws {
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Identifier("a")
        Identifier("b")
        Identifier("c")
        Identifier("d")
        Identifier("e")
        Identifier("f")
        Identifier("g")
        Identifier("h")
        Identifier("i")
        Identifier("j")
        Identifier("k")
        Identifier("l")
        Identifier("m")
        Identifier("n")
        Identifier("o")
        Identifier("p")
        Identifier("q")
        Singleton()
        do {
          Identifier("r")
          Identifier("s")
        }
      } make: {
        MemoryStore()
      }
    }
    let route = try #require(registry.routes.first)
    #expect(route.identifiers == "abcdefghijklmnopqrs".map { String($0) })
    #expect(route.lifetime == .singleton)
  }
}
