// A test can write a graph that it rejects as a page.
@_exported public import WaymarkGraph
public import Testing
import WaymarkCore
@_exported public import WaymarkInspection

extension RouteGraph {
  /// Expects that no module uses a module of a higher layer.
  ///
  ///     @Test func modulesKeepTheirDistance() throws {
  ///       try Registry.application().graph.expectLayers {
  ///         Layer("Screens", modules: "EditorModule", "*ListModule")
  ///         Layer("Storage", modules: "StorageModule")
  ///       }
  ///     }
  ///
  /// A module may use the modules of its own layer and of all lower layers. A module that no layer names, or several
  /// layers name, is also an issue, and so is a name that no module has. An issue lists each dependency with the source
  /// location of the dependent declaration.
  ///
  /// The graph shows dependencies between routes, and no imports. A user of an adapter depends on its own required
  /// interface, and a collection doesn't depend on its contributions. To include the requests of closures, use the
  /// graph of a dry run (`registry.dryRun().graph`).
  ///
  /// - Parameters:
  ///   - sourceLocation: The source location of the call, for issues.
  ///   - layers: The layers from top to bottom.
  /// - Complexity: Linear in the number of edges, and in the number of modules and names.
  public func expectLayers(
    sourceLocation: SourceLocation = #_sourceLocation, @LayersBuilder _ layers: () -> [Layer]
  ) {
    let layers = layers()
    let report = BoundaryReport(self, sourceLocation)
    let patterns = layers.map { $0.modules.map(NamePattern.init) }
    report.checkMatches(of: patterns.flatMap { $0 }, among: nodes.map(\.module))
    var places: [String: [Int]] = [:]
    for module in report.modules {
      places[module] = layers.indices.filter { patterns[$0].contains { $0.matches(module) } }
    }
    report.record(
      "modules are in no layer", steps: report.modules.filter { places[$0]?.isEmpty ?? true },
      remedy: "add them to a Layer", blindSpotOf: { _ in false })
    report.record(
      "modules are in several layers",
      steps: report.modules.compactMap { module in
        guard let found = places[module], found.count > 1 else { return nil }
        return "\(module): \(found.map { layers[$0].name }.joined(separator: ", "))"
      }, remedy: "name each module in one Layer", blindSpotOf: { _ in false })
    let upward = report.uses.filter { use in
      guard let user = places[use.user.module]?.first, let used = places[use.used.module]?.first else {
        return false
      }
      return used < user
    }
    for (number, layer) in layers.enumerated() {
      let own = upward.filter { places[$0.user.module]?.first == number }
      report.record(
        "modules of the layer \(layer.name) use modules of higher layers",
        steps: own.map { use in
          let layer = places[use.used.module]?.first.map { layers[$0].name } ?? ""
          return "\(use.description), and \(use.used.module) is in the layer \(layer)"
        },
        remedy: "provide the interface in a lower layer\nconnect a required interface with an Adapter",
        blindSpotOf: { places[$0.module]?.first == number })
    }
  }

  /// Expects that nothing in one module reaches another module, directly or through other routes.
  ///
  ///     graph.expectNoPath(from: "Reader*", to: "PaymentModule")
  ///
  /// An issue shows the shortest path, each step with its source location. A path leads through adapters, decorators,
  /// and collections, because it shows the instances that a request can make. The graph shows no imports. To include
  /// the requests of closures, use the graph of a dry run (`registry.dryRun().graph`).
  ///
  /// A name that nothing in the graph has is also an issue, because no path can begin or end there.
  ///
  /// - Parameters:
  ///   - start: The name of a module or a node. A `*` stands for any characters.
  ///   - end: The name of a module or a node. A `*` stands for any characters.
  ///   - sourceLocation: The source location of the call, for issues.
  /// - Complexity: Linear in the number of nodes and edges.
  public func expectNoPath(
    from start: String, to end: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (start, end) = (NamePattern(start), NamePattern(end))
    let report = BoundaryReport(self, sourceLocation)
    report.checkMatches(of: [start, end], among: report.names)
    let nodes = report.nodes
    let starts = nodes.values.filter { start.matches($0) && !end.matches($0) }.map(\.id)
    let isEnd = { (id: Node.ID) in nodes[id].map(end.matches) ?? false }
    guard let path = shortestPath(from: Set(starts), without: .scope, to: isEnd) else { return }
    report.record(
      "\(start.text) reaches \(end.text)",
      steps: path.compactMap { edge in
        guard let from = nodes[edge.from], let to = nodes[edge.to] else { return nil }
        return edge.step(from: from, to: to)
      }, remedy: "remove one of these dependencies\nchange the expectation", blindSpotOf: start.matches)
  }

  /// Expects that only some modules use a module.
  ///
  ///     graph.expectUse(of: "BankModule", onlyBy: "CheckoutModule", "Admin*")
  ///
  /// An issue lists each other use with the source location of the dependent declaration. The module that declares an
  /// adapter is the user of the adapter's target. The graph shows no imports. If nothing in the graph has the name of
  /// the module, this is also an issue. The users may be missing.
  ///
  /// - Parameters:
  ///   - module: The name of a module or a node. A `*` stands for any characters.
  ///   - users: The names of modules or nodes that may use it. A `*` stands for any characters.
  ///   - sourceLocation: The source location of the call, for issues.
  /// - Complexity: Linear in the number of edges.
  public func expectUse(
    of module: String, onlyBy users: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (module, users) = (NamePattern(module), users.map(NamePattern.init))
    let report = BoundaryReport(self, sourceLocation)
    report.checkMatches(of: [module], among: report.names)
    report.checkMatches(of: users, among: report.names, isRequired: false)
    let others = report.uses.filter { use in
      module.matches(use.used) && !module.matches(use.user) && !users.contains { $0.matches(use.user) }
    }
    let names = users.map(\.text).joined(separator: ", ")
    report.record(
      "\(module.text) may be used only by \(names.isEmpty ? "itself" : names)",
      steps: others.map(\.description),
      remedy: "remove these dependencies\nadd the modules to the expectation",
      blindSpotOf: { node in !module.matches(node) && !users.contains { $0.matches(node) } })
  }

  /// Expects that other modules use a module only through some of its interfaces.
  ///
  ///     graph.expectUse(of: "Bank*", onlyThrough: "Service<any Bank*>", "Service(.payments)")
  ///
  /// An issue lists each other use with its interfaces and the source location of the dependent declaration. The graph
  /// shows no imports. If nothing in the graph has the name of the module, or provides an interface, this is also an
  /// issue.
  ///
  /// - Parameters:
  ///   - module: The name of a module or a node. A `*` stands for any characters. Modules that match may use each
  ///     other.
  ///   - interfaces: The tokens as in `RouteGraph.Node.provides`. A `*` stands for any characters.
  ///   - sourceLocation: The source location of the call, for issues.
  /// - Complexity: Linear in the number of edges.
  public func expectUse(
    of module: String, onlyThrough interfaces: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (module, allowed) = (NamePattern(module), interfaces.map(NamePattern.init))
    let report = BoundaryReport(self, sourceLocation)
    report.checkMatches(of: [module], among: report.names)
    report.checkMatches(of: allowed, among: nodes.flatMap(\.provides))
    let steps = report.uses.compactMap { use -> String? in
      guard module.matches(use.used), !module.matches(use.user) else { return nil }
      let others = use.tokens.filter { token in !allowed.contains { $0.matches(token) } }
      return others.isEmpty ? nil : "\(use.description), through \(others.joined(separator: ", "))"
    }
    report.record(
      "\(module.text) may be used only through \(interfaces.joined(separator: ", "))", steps: steps,
      remedy: "request one of these interfaces\nadd the other to the expectation",
      blindSpotOf: { !module.matches($0) })
  }
}
