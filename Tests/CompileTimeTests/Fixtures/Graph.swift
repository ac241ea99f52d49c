// The graph and the dry run, as the contract's part 7 uses them; discovery and the audit come later.
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

struct CheckedModule: RouteModule {
  var routes: Routes { Route(MemoryStore.init) { Service<any NoteStore>() } }

  func check(_ registry: Registry) -> [Diagnostic] {
    guard registry.router(to: RoutableService<any TimeSource>()) == nil else { return [] }
    return [Diagnostic(.warning, "notes are saved without a time", remedy: "provide Service<any TimeSource>")]
  }
}
