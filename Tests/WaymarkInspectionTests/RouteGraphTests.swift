import SharedFixtures
import Testing
import WaymarkCore
import WaymarkInspection

@MainActor private final class NoteList: PreviewInput {
  @Routed(RoutableView()) var heading: any HeadingInput
  let store: any NoteStore
  init(store: any NoteStore, editors: DestinationViewRouter<any EditorInput>, time: (any TimeSource)?) {
    self.store = store
  }
}

struct SmallModule: RouteModule {
  /// Messages about missing dependencies name the modules of the program without stored properties, so this one has
  /// one.
  var isNamed = false
  static let line = #line
  var routes: Routes {
    Route(MemoryStore.self) {
      Service<any NoteStore>()
      Singleton()
    }
    Route(NoteList.init) {
      View<any PreviewInput>()
      Identifier("list")
      Requires(Service<any RequiredStore>())
    }
    Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>())
    Route(Editor.self) {
      View<any EditorInput>()
    } prepare: { _, routes in
      _ = try routes(Service<any NoteStore>())
    }
    Adapter(View<any HeadingInput>(), for: View<any EditorInput>()) { HeadingEditor($0) }
    Route(Editor.self) { View<Editor>(declaredProtocol: Editor.self) }
  }
}

private enum Account {
  final class Login: Sendable {}
  struct Module: RouteModule {
    var routes: Routes { Route({ Account.Login() }) { Service(.accountLogin) } }
  }
}
private enum Notes {
  struct Module: RouteModule {
    var routes: Routes { Route(SystemTime.self) { Service<any TimeSource>() } }
  }
}
private struct Login: RouteScope { let user: String }
private struct Greeting: Sendable { let login: Login }

extension RoutableService<Account.Login> { fileprivate static var accountLogin: Self { declared() } }
extension RoutableService<Greeting> { fileprivate static var greetingOfLogin: Self { declared() } }

@Suite("Graph of a registry")
struct RouteGraphTests: RouteVocabulary {
  @Test func `the nodes describe the declarations`() throws {
    let nodes = try Registry { SmallModule() }.graph.nodes
    #expect(
      nodes.map(\.id) == [
        "SmallModule.MemoryStore", "SmallModule.NoteList", "SmallModule.Adapter(Service<any RequiredStore>)",
        "SmallModule.Editor", "SmallModule.Adapter(View<any HeadingInput>)", "SmallModule.Editor#2",
      ])
    #expect(nodes.map(\.kind) == [.service, .view, .service, .view, .view, .view])
    #expect(
      nodes.map(\.lifetime) == [.singleton, .transient, .singleton, .transient, .transient, .transient])
    #expect(nodes.map(\.role) == [.route, .route, .adapter, .route, .adapter, .route])
    #expect(nodes.map(\.isOpen) == [false, false, false, true, false, false])
    #expect(nodes.allSatisfy { $0.showsProperties && $0.module == "SmallModule" })
    let list = nodes[1]
    #expect(list.provides == ["View<any PreviewInput>"] && list.identifiers == ["list"])
    #expect(
      list.requires == [
        "Service<any NoteStore>", "View<any EditorInput>", "Service<any TimeSource>",
        "View<any HeadingInput>",
        "Service<any RequiredStore>",
      ])
    #expect(
      nodes[2].provides == ["Service<any RequiredStore>"] && nodes[2].requires == ["Service<any NoteStore>"])
    #expect(
      list.fileID == "WaymarkInspectionTests/RouteGraphTests.swift" && list.line == SmallModule.line + 6)
  }

  @Test func `the edges describe the dependencies`() throws {
    let edges = try Registry { SmallModule() }.graph.edges
    func text(_ edge: RouteGraph.Edge) -> String {
      "\(edge.from) \(edge.kind) \(edge.label ?? "-") \(edge.to)".replacing("SmallModule.", with: "")
    }
    #expect(
      edges.map(text) == [
        "NoteList eager parameter 1 MemoryStore",
        "NoteList lazy parameter 2 Editor",
        "NoteList lazy heading Adapter(View<any HeadingInput>)",
        "NoteList declared - Adapter(Service<any RequiredStore>)",
        "Adapter(Service<any RequiredStore>) adapter - MemoryStore",
        "Adapter(View<any HeadingInput>) adapter - Editor",
      ])
  }

  @Test func `the part of a module has the nodes connected with it`() throws {
    let graph = try RouteGraph([
      TestNode(id: "Store.Memory", module: "Store"), TestNode(id: "Store.Time", module: "Store"),
      TestNode(
        id: "Editor.Screen", module: "Editor",
        needs: [("Store.Memory", .eager, "store"), ("Store.Time", .eager, "time")]),
      TestNode(id: "Proxy.Store", module: "Proxy", needs: [("Store.Memory", .eager, "store")]),
    ])
    let part = graph.part(of: "Editor")
    #expect(part.nodes.map(\.id) == ["Store.Memory", "Store.Time", "Editor.Screen"])
    // Another module's dependency on a node of the part isn't part of it.
    #expect(part.edges == graph.edges.filter { $0.from == "Editor.Screen" })
    #expect(graph.part(of: "Proxy", "Editor") == graph)
    #expect(graph.part(of: "Edit").nodes == [])
  }

  @Test func `the same program gives the same graph, and its JSON an equal one`() throws {
    let (first, second) = (try Registry { SmallModule() }.graph, try Registry { SmallModule() }.graph)
    #expect(first == second && first.mermaid() == second.mermaid() && first.dot() == second.dot())
    #expect(try first.json() == second.json() && RouteGraph(json: first.json()) == first)
    #expect(throws: (any Error).self) { try RouteGraph(json: "{}") }
  }

  @Test func `a derived registry's graph omits replaced routes`() throws {
    let test = try Registry { SmallModule() }.overriding {
      Route(MemoryStore.self) { Service<any NoteStore>() }
    }
    let ids = test.graph.nodes.map(\.id)
    #expect(!ids.contains("SmallModule.MemoryStore") && ids.last == "WaymarkInspectionTests.MemoryStore")
    #expect(
      test.graph.edges.contains {
        $0.from == "SmallModule.Adapter(Service<any RequiredStore>)"
          && $0.to == "WaymarkInspectionTests.MemoryStore"
      })
  }

  @Test func `a partly replaced route shows its remaining tokens`() throws {
    let graph = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Service<any RequiredStore>()
        Identifier("store")
        Identifier("memory")
      }
      Route({ @Sendable (_: any NoteStore, _: any RequiredStore) in SystemTime() }) {
        Service<any TimeSource>()
      }
    }.overriding {
      Route(MemoryStore.self) {
        Service<any RequiredStore>()
        Identifier("memory")
      }
    }.graph
    #expect(
      graph.nodes.map(\.id) == [
        "WaymarkInspectionTests.MemoryStore", "WaymarkInspectionTests.SystemTime",
        "WaymarkInspectionTests.MemoryStore#2",
      ])
    #expect(
      graph.nodes.map(\.provides) == [
        ["Service<any NoteStore>"], ["Service<any TimeSource>"], ["Service<any RequiredStore>"],
      ])
    #expect(graph.nodes.map(\.identifiers) == [["store"], [], ["memory"]])
    #expect(
      graph.edges.map { "\($0.from) \($0.label ?? "-") \($0.to)" } == [
        "WaymarkInspectionTests.SystemTime parameter 1 WaymarkInspectionTests.MemoryStore",
        "WaymarkInspectionTests.SystemTime parameter 2 WaymarkInspectionTests.MemoryStore#2",
      ])
  }

  @Test func `the graph finds paths and dependents`() throws {
    let graph = try Registry { SmallModule() }.graph
    #expect(
      graph.path(from: "SmallModule.NoteList", to: "SmallModule.Editor") == [
        "SmallModule.NoteList", "SmallModule.Editor",
      ])
    #expect(
      graph.path(from: "SmallModule.Adapter(Service<any RequiredStore>)", to: "SmallModule.MemoryStore")?
        .count == 2)
    #expect(graph.path(from: "SmallModule.NoteList", to: "SmallModule.NoteList") == ["SmallModule.NoteList"])
    #expect(graph.path(from: "SmallModule.MemoryStore", to: "SmallModule.NoteList") == nil)
    #expect(graph.path(from: "nothing", to: "nothing") == nil)
    #expect(
      graph.dependents(of: "SmallModule.MemoryStore") == [
        "SmallModule.NoteList", "SmallModule.Adapter(Service<any RequiredStore>)",
      ])
    #expect(graph.dependents(of: "SmallModule.NoteList").isEmpty && graph.dependents(of: "nothing").isEmpty)
  }

  @Test func `a scope and a route of one name have two identifiers`() throws {
    let graph = try Registry {
      Route({ Account.Login() }) { Service(.accountLogin) }
      Route(Greeting.init(login:)) { Service(.greetingOfLogin) }
    }.graph
    #expect(Set(graph.nodes.map(\.id)).count == graph.nodes.count, "\(graph.nodes.map(\.id))")
    let edge = try #require(graph.edges.first { $0.label == "parameter 1" })
    #expect(graph.nodes.first { $0.id == edge.to }?.role == .scope)
  }

  @Test func `two modules with one name have their qualified names`() throws {
    let graph = try Registry {
      Notes.Module()
      Account.Module()
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
    }.graph
    let names = [
      "WaymarkInspectionTests.Account.Module", "WaymarkInspectionTests",
      "WaymarkInspectionTests.Notes.Module",
    ]
    #expect(Set(graph.nodes.filter { $0.role == .route }.map(\.module)) == Set(names))
    #expect(graph.part(of: names[0]).nodes.map(\.id) == ["\(names[0]).Login"])
    let alone = try Registry { Notes.Module() }.graph
    #expect(alone.nodes.map(\.module) == ["Module"])
  }
}
