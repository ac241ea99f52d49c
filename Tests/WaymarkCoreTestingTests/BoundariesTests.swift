import SharedFixtures
import Testing
import WaymarkCore

@testable import WaymarkCoreTesting

private struct BankModule: RouteModule {
  var name = "bank"
  var routes: Routes { namedStore(name) }
}

private struct ShopModule: RouteModule {
  var routes: Routes {
    Route(Printer.self) {
      Service<any Printing>()
      EntryPoint()
    } make: { routes in
      Printer(store: try routes(Service<any NoteStore>()))
    }
  }
}

@Suite("Expectations about modules")
struct BoundariesTests {
  private func node(
    _ id: String, line: Int = 1, role: RouteGraph.Node.Role = .route,
    needs: [(to: String, kind: RouteGraph.Edge.Kind, label: String?)] = []
  ) -> TestNode {
    let module = String(id.prefix { $0 != "." })
    var node = TestNode(id: id, module: module, role: role, needs: needs)
    (node.fileID, node.line) = role == .collection ? ("", 0) : ("\(module)/\(module).swift", line)
    return node
  }

  /// The issues about a screen that uses a store through an adapter and directly, and a store that uses the screen.
  private func found(_ expect: (RouteGraph) -> Void) async throws -> [String] {
    var bank = node("BankModule.Bank", line: 30)
    bank.provides = ["Service<any BankInput>", "Service<Bank>"]
    var store = node(
      "StoreModule.Store", line: 20,
      needs: [("ReaderModule.Reader", .lazy, "reader"), ("BankModule.Bank", .eager, "parameter 1")])
    store.requires = ["Service<Bank>"]
    var decorated = node(
      "Logs.Decorated", line: 40, role: .decorator, needs: [("BankModule.Bank", .decorator, nil)])
    (decorated.provides, decorated.requires) = (["Service<Bank>"], ["Service<any Clock>"])
    let graph = try RouteGraph([
      node(
        "ReaderModule.Reader", line: 10,
        needs: [("AppModule.Adapter(Store)", .eager, "parameter 1"), ("Logs.Decorated", .eager, nil)]),
      node(
        "AppModule.Adapter(Store)", line: 5, role: .adapter, needs: [("StoreModule.Store", .adapter, nil)]),
      store, bank, decorated,
      node("Interfaces.Checks", role: .collection, needs: [("ReaderModule.Reader", .contribution, nil)]),
    ])
    return await issues { expect(graph) }
  }

  @Test func `modules use only their own and lower layers`() async throws {
    let broken = try await found {
      $0.expectLayers {
        Layer("Application", modules: "AppModule", "Logs")
        Layer("Screens", modules: "Reader*")
        Layer("Storage", modules: "StoreModule", "BankModule")
      }
    }
    #expect(
      broken == [
        """
        error: modules of the layer Storage use modules of higher layers
            StoreModule.Store needs ReaderModule.Reader (lazy, reader) at StoreModule/StoreModule.swift:20, and ReaderModule is in the layer Screens
            To fix: provide the interface in a lower layer
                or: connect a required interface with an Adapter
        """
      ])
    let sound = try await found {
      $0.expectLayers {
        Layer("Application", modules: "AppModule", "Logs")
        Layer("Everything else", modules: "*ReaderModule", "*toreModule", "BankModule")
      }
    }
    #expect(sound == [])
  }

  @Test func `a module belongs to one layer, and each name of a layer needs a module`() async throws {
    let found = try await found {
      $0.expectLayers {
        // A module that declares only a collection, and an identifier, which isn't a module's name.
        Layer("Screens", modules: "ReaderModule", "StoreModule", "Interfaces", "ReaderModule.Reader")
        Layer("Storage", modules: "Store*", "BankModul", "Nobody*")
      }
    }
    let remedies = "To fix: correct the name\n        or: add the module to the registry"
    #expect(
      found.map { $0.replacing("\(remedies)\n        or: remove the name from the expectation", with: "…") }
        == [
          "error: nothing in the graph is named ReaderModule.Reader\n    …",
          "error: nothing in the graph is named BankModul\n    To fix: did you mean BankModule?",
          "error: nothing in the graph is named Nobody*\n    …",
          """
          error: modules are in no layer
              AppModule
              BankModule
              Logs
              To fix: add them to a Layer
          """,
          """
          error: modules are in several layers
              StoreModule: Screens, Storage
              To fix: name each module in one Layer
          """,
        ])
  }

  @Test func `an issue shows a path with its places`() async throws {
    #expect(
      try await found { $0.expectNoPath(from: "ReaderModule", to: "StoreModule") } == [
        """
        error: ReaderModule reaches StoreModule
            ReaderModule.Reader needs AppModule.Adapter(Store) (eager, parameter 1) at ReaderModule/ReaderModule.swift:10
            AppModule.Adapter(Store) adapts StoreModule.Store (adapter) at AppModule/AppModule.swift:5
            To fix: remove one of these dependencies
                or: change the expectation
        """
      ])
    #expect(try await found { $0.expectNoPath(from: "BankModule", to: "*") } == [])
    #expect(try await found { $0.expectNoPath(from: "Interfaces", to: "*.Bank") }.count == 1)
  }

  @Test func `a path needs something at both of its ends`() async throws {
    for (start, end) in [("Nobody*", "StoreModule"), ("StoreModule", "Nobody*")] {
      #expect(try await found { $0.expectNoPath(from: start, to: end) }.count == 1)
    }
    #expect(
      try await found { $0.expectNoPath(from: "ReaderModul", to: "BankModule.Banc") } == [
        "error: nothing in the graph is named ReaderModul\n    To fix: did you mean ReaderModule?",
        "error: nothing in the graph is named BankModule.Banc\n    To fix: did you mean BankModule.Bank?",
      ])
  }

  /// Only the routes of the module that uses the other one are named.
  @Test func `an issue names the open routes of its path or layer`() async throws {
    var (user, used) = (node("B.Second", needs: [("A.First", .eager, nil)]), node("A.First"))
    (user.isOpen, used.isOpen) = (true, true)
    let graph = try RouteGraph([user, used])
    let found = await issues {
      graph.expectLayers {
        Layer("Screens", modules: "A")
        Layer("Storage", modules: "B")
      }
    }
    let hint = "The graph doesn't show imports, and it shows the requests of closures only after a dry run: "
    #expect(found.count == 1 && found[0].hasSuffix("an Adapter\n    \(hint)B.Second"))
    used.isOpen = false
    let path = try RouteGraph([user, used])
    let ofPath = await issues { path.expectNoPath(from: "B", to: "A") }
    #expect(ofPath.count == 1 && ofPath[0].hasSuffix("the expectation\n    \(hint)B.Second"))
  }

  @Test func `only some modules use a module`() async throws {
    #expect(
      try await found { $0.expectUse(of: "BankModule", onlyBy: "Store*", "ReaderModule", "Logs") } == [])
    #expect(
      try await found { $0.expectUse(of: "BankModule", onlyBy: "StoreModule") } == [
        """
        error: BankModule may be used only by StoreModule
            ReaderModule.Reader needs BankModule.Bank (eager) at ReaderModule/ReaderModule.swift:10
            Logs.Decorated decorates BankModule.Bank (decorator) at Logs/Logs.swift:40
            To fix: remove these dependencies
                or: add the modules to the expectation
        """
      ])
    #expect(try await found { $0.expectUse(of: "StoreModule", onlyBy: "AppModule") } == [])
    // Modules that match the pattern may use each other.
    #expect(try await found { $0.expectUse(of: "*Module", onlyBy: "Logs", "Interfaces") } == [])
    #expect(try await found { $0.expectUse(of: "AppModule.*", onlyBy: "ReaderModule") } == [])
    // A user that may use the module can be missing, but not the module.
    #expect(try await found { $0.expectUse(of: "AppModule.*", onlyBy: "Nobody*") } == [])
    #expect(try await found { $0.expectUse(of: "Nobody*", onlyBy: "ReaderModule") }.count == 1)
    #expect(
      try await found { $0.expectUse(of: "BankModul", onlyBy: "StoreModul") } == [
        "error: nothing in the graph is named BankModul\n    To fix: did you mean BankModule?",
        "warning: nothing in the graph is named StoreModul\n    To fix: did you mean StoreModule?",
      ])
  }

  @Test func `clients use a module only through its interfaces`() async throws {
    #expect(
      try await found { $0.expectUse(of: "Bank*", onlyThrough: "Service<any *>") } == [
        """
        error: Bank* may be used only through Service<any *>
            StoreModule.Store needs BankModule.Bank (eager, parameter 1) at StoreModule/StoreModule.swift:20, through Service<Bank>
            Logs.Decorated decorates BankModule.Bank (decorator) at Logs/Logs.swift:40, through Service<Bank>
            To fix: request one of these interfaces
                or: add the other to the expectation
        """
      ])
    #expect(
      try await found { $0.expectUse(of: "Bank*", onlyThrough: "Service<any *>", "Service<Bank>") } == [])
    #expect(try await found { $0.expectUse(of: "BankModul", onlyThrough: "Service<any *>") }.count == 1)
    #expect(
      try await found {
        $0.expectUse(of: "Bank*", onlyThrough: "Service<any *>", "Service<Bnk>", "Service<Bank>")
      }
        == ["error: nothing in the graph is named Service<Bnk>\n    To fix: did you mean Service<Bank>?"])
  }

  @MainActor @Test func `a closure's request in a dry run uses a module through an interface`() async throws {
    let registry = try Registry {
      BankModule()
      ShopModule()
    }
    let graph = registry.dryRun().graph
    #expect(graph.nodes.first { $0.module == "ShopModule" }?.requires == ["Service<any NoteStore>"])
    let found = await issues { graph.expectUse(of: "BankModule", onlyThrough: "Service<any Printing>") }
    #expect(found.count == 1)
    #expect(found.first?.contains("(observed) at ") == true)
    #expect(found.first?.contains(", through Service<any NoteStore>\n") == true)
    #expect(await issues { graph.expectUse(of: "BankModule", onlyThrough: "Service<any NoteStore>") } == [])
  }

  @Test func `a name that ends those of two modules leads to both`() async throws {
    let modules = ["App.North.Depot", "App.South.Depot"]
    let graph = try RouteGraph(modules.map { TestNode(id: "\($0).Store", module: $0) })
    #expect(
      await issues { graph.expectUse(of: "Depot", onlyBy: "*") } == [
        """
        error: nothing in the graph is named Depot
            To fix: did you mean App.North.Depot or App.South.Depot?
        """
      ])
  }

  @Test func `a registry's graph keeps its boundaries`() async throws {
    let registry = try Registry { NotesModule() }
    #expect(await issues { registry.graph.expectLayers { Layer("Notes", modules: "NotesModule") } } == [])
    #expect(registry.graph.html(title: "Notes").contains("NotesModule"))
  }

  @Test(arguments: [
    ("Reader", "Reader", true), ("Reader", "ReaderModule", false), ("*", "", true),
    ("Reader*", "ReaderModule", true),
    ("*Module", "ReaderModule", true), ("R*M*e", "ReaderModule", true), ("R*x*e", "ReaderModule", false),
    ("a*a", "a", false), ("a*a", "aa", true), ("*a*b*", "xaxbx", true), ("*a*b*", "xbxax", false),
    ("", "", true),
    ("**", "anything", true), ("a*ba*b", "abab", true), ("a*bab*b", "abab", false),
  ])
  func `a star matches any characters`(pattern: String, name: String, matches: Bool) {
    #expect(NamePattern(pattern).matches(name) == matches)
  }
}
