// The graph, the dry run and discovery, as the contract's part 7 uses them; the audit comes later.
import Waymark

@MainActor func explore(_ registry: Registry) throws {
  let graph = registry.graph
  for node in graph.nodes {
    print(node.id, node.destination, node.kind == .view, node.lifetime == .singleton, node.module)
    print(node.provides, node.requires, node.identifiers, node.isOpen, "\(node.fileID):\(node.line)")
  }
  for edge in graph.edges {
    print(edge.from, edge.to, edge.kind == .eager, edge.label ?? "")
  }
  print(graph.mermaid(), graph.dot())
  let before = try RouteGraph(json: graph.json())
  let difference = graph.difference(from: before)
  print(difference.isEmpty, difference)
  if let first = graph.nodes.first, let last = graph.nodes.last {
    print(graph.path(from: first.id, to: last.id) ?? [], graph.dependents(of: first.id))
  }
  let run = registry.dryRun()
  print(run.diagnostics, run.graph.edges.filter { $0.kind == .observed })
}

// Found by itself: a module that can be made without parameters says so.
struct FoundModule: DiscoverableModule {
  var routes: Routes { Route(SystemTime.self) { Service<any TimeSource>() } }
}

func everything() throws(RegistryError) -> Registry {
  try Registry {
    DiscoveredModules()
    DiscoveredModules(where: { $0 != FoundModule.self })
  }
}

struct CheckedModule: RouteModule {
  var routes: Routes { Route(MemoryStore.init) { Service<any NoteStore>() } }

  func check(_ registry: Registry) -> [Diagnostic] {
    guard registry.router(to: RoutableService<any TimeSource>()) == nil else { return [] }
    return [Diagnostic(.warning, "notes are saved without a time", remedy: "provide Service<any TimeSource>")]
  }
}
