public import WaymarkCore
import WaymarkRuntime

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The routes of a registry and the connections between them, as a value.
///
///     let graph = registry.graph
///     print(graph.dependents(of: "StorageModule.FileStore"))
///     print(graph.mermaid())
///
/// Nodes and edges are in an order that the declarations determine, so the same program yields the same bytes in every
/// export. Store the graph of your application in a file beside its tests, so that a review shows the effects of a
/// change (``difference(from:)``).
public struct RouteGraph: Sendable, Hashable, Codable {
  /// The routes and adapters of a base in the order of their declaration, then its decorators, then those of a derived
  /// registry, and at the end the collections and the scopes.
  public internal(set) var nodes: [Node]

  /// The connections, in the order of the nodes that they leave.
  public let edges: [Edge]
}

extension Registry {
  /// The graph of the routes, their dependencies, and the interfaces that they provide.
  ///
  ///     print(registry.graph.mermaid())
  ///
  /// - Complexity: Linear in the number of routes and dependencies on first access; O(1) afterwards.
  public var graph: RouteGraph { image.graph.value { RouteGraphBuilder.graph(of: self) } }

  /// The routes in force as nodes of the ``graph``, in the order of their declaration.
  ///
  ///     for route in registry.routes where route.kind == .view { print(route.destination, route.provides) }
  ///
  /// A route isn't included if all its tokens, identifiers, and URLs were replaced.
  ///
  /// - Complexity: Linear in the number of nodes, in addition to the ``graph``.
  public var routes: [RouteGraph.Node] { graph.nodes.filter { $0.role == .route } }

  /// The routers to the routes in force that a test can make, with their nodes in the graph.
  ///
  /// They need no configuration of the caller and no scope that isn't open, and don't accept that a dry run fails.
  package var routersInForce: [(router: AnyRouter, route: RouteGraph.Node)] {
    let routes = image.routes.filter(image.isInForce)
    let needsClosedScope = needsClosedScope
    var routers: [(AnyRouter, RouteGraph.Node)] = []
    for (route, node) in zip(routes, self.routes)
    where !route.declaration.needsConfiguration && !route.declaration.accepts(.dryRunFailed)
      && !needsClosedScope(route)
    {
      routers.append((AnyRouter(registry: self, route: route), node))
    }
    return routers
  }
}

extension RouteGraph {
  /// Returns the graph as JSON, which ``init(json:)`` reads.
  ///
  ///     let restored = try RouteGraph(json: registry.graph.json())
  ///
  /// The JSON is an object with the arrays `nodes` and `edges`. The keys of their objects are the properties of
  /// ``Node`` and ``Edge``, sorted. The values of `kind`, `lifetime`, and `role` are names of cases. A nil `label` is
  /// omitted.
  ///
  /// - Returns: The JSON, equal for equal graphs.
  /// - Throws: Errors of the encoder. None are known to occur.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// Creates a graph from JSON that ``json()`` returned.
  ///
  /// - Parameter json: The JSON.
  /// - Throws: `DecodingError` if the string isn't valid JSON or doesn't describe a graph.
  public init(json: String) throws {
    self = try JSONDecoder().decode(RouteGraph.self, from: Data(json.utf8))
  }
}

extension RouteGraph {
  /// Returns the shortest path from one node to another, which shows the reason for a dependency.
  ///
  ///     let path = graph.path(from: "EditorModule.Editor", to: "StorageModule.FileStore")
  ///
  /// - Parameters:
  ///   - start: The dependent node.
  ///   - end: The node that it depends on.
  /// - Returns: The nodes of the path, including both ends, or nil if there's no path or no such node.
  /// - Complexity: Linear in the number of nodes and edges.
  public func path(from start: Node.ID, to end: Node.ID) -> [Node.ID]? {
    guard nodes.contains(where: { $0.id == end }) else { return nil }
    return shortestPath(from: [start]) { $0 == end }.map { edges in [start] + edges.map(\.to) }
  }

  /// Returns the edges of a shortest path from one of some nodes to a node that satisfies a condition.
  ///
  /// - Parameter excluded: The kind of the edges that the path doesn't contain, if any.
  package func shortestPath(
    from starts: Set<Node.ID>, without excluded: Edge.Kind? = nil, to isEnd: (Node.ID) -> Bool
  ) -> [Edge]? {
    let successors = Dictionary(grouping: edges.filter { $0.kind != excluded }, by: \.from)
    var cameBy: [Node.ID: Edge] = [:]
    var queue = nodes.map(\.id).filter(starts.contains)
    var next = 0
    while next < queue.count {
      let node = queue[next]
      next += 1
      if isEnd(node) {
        var path: [Edge] = []
        while let edge = cameBy[path.last?.from ?? node] { path.append(edge) }
        return path.reversed()
      }
      for edge in successors[node] ?? [] where !starts.contains(edge.to) && cameBy[edge.to] == nil {
        cameBy[edge.to] = edge
        queue.append(edge.to)
      }
    }
    return nil
  }

  /// Returns all nodes that depend on a node, directly or indirectly, and that a change can break.
  ///
  ///     for id in graph.dependents(of: "StorageModule.FileStore") { print(id) }
  ///
  /// - Parameter id: The node.
  /// - Returns: The other nodes, in the order of their declaration.
  /// - Complexity: Linear in the number of nodes and edges.
  public func dependents(of id: Node.ID) -> [Node.ID] {
    let predecessors = Dictionary(grouping: edges, by: \.to)
    var found: Set<Node.ID> = [id]
    var open = [id]
    while let node = open.popLast() {
      for edge in predecessors[node] ?? [] where found.insert(edge.from).inserted { open.append(edge.from) }
    }
    return nodes.map(\.id).filter { $0 != id && found.contains($0) }
  }

  /// Returns the part of the graph around modules: their nodes, and the other nodes connected with them.
  ///
  ///     print(registry.graph.part(of: "EditorModule").mermaid())
  ///
  /// The part contains the connections of the modules' nodes. It doesn't contain connections between other nodes.
  ///
  /// - Parameter modules: The names of the modules (``Node/module``).
  /// - Returns: The part, which is empty if the graph has no such modules.
  /// - Complexity: Linear in the number of nodes and edges.
  public func part(of modules: String...) -> RouteGraph {
    var own: Set<Node.ID> = []
    for node in nodes where modules.contains(node.module) { own.insert(node.id) }
    let touching = edges.filter { own.contains($0.from) || own.contains($0.to) }
    var connected = own
    for edge in touching {
      connected.insert(edge.from)
      connected.insert(edge.to)
    }
    return RouteGraph(nodes: nodes.filter { connected.contains($0.id) }, edges: touching)
  }

  /// The index of the first node with each identifier.
  package var indices: [Node.ID: Int] {
    var indices: [Node.ID: Int] = [:]
    for (index, node) in nodes.enumerated() where indices[node.id] == nil { indices[node.id] = index }
    return indices
  }

  /// Whether each edge is part of a cycle, in the order of ``edges``, including valid cycles through a lazy edge.
  package var areEdgesCyclic: [Bool] {
    let indices = indices
    var successors = Array(repeating: [Int](), count: nodes.count)
    for edge in edges {
      if let from = indices[edge.from], let to = indices[edge.to] { successors[from].append(to) }
    }
    var component = Array(repeating: 0, count: nodes.count)
    for (number, members) in StronglyConnectedComponents.of(IndexLists(successors)).enumerated() {
      for member in members { component[member] = number }
    }
    return edges.map { edge in
      guard let from = indices[edge.from], let to = indices[edge.to] else { return false }
      return component[from] == component[to]
    }
  }
}

extension RouteGraph {
  /// A route, an adapter, a decorator, a collection, or a scope in the graph.
  public struct Node: Sendable, Hashable, Codable, Identifiable {
    /// The kind of a declaration.
    public enum Role: String, Sendable, Hashable, Codable, CaseIterable {
      /// A ``Route``.
      case route
      /// An ``Adapter``.
      case adapter
      /// A decorator (``Decorates``).
      case decorator
      /// A collection of contributions.
      case collection
      /// A ``RouteScope`` that keeps instances or has an injected value.
      case scope
    }

    /// The module and the destination, as in `EditorModule.Editor`, with a number if the name repeats.
    public internal(set) var id: String
    /// The kind of the declaration.
    public let role: Role
    /// The name of the destination's or the scope's type, or the token of an adapter, a decorator, or a collection.
    public let destination: String
    /// The kind of the destination: a view or a service.
    public let kind: DestinationKind
    /// The lifetime of an instance, for an adapter or a decorator its route's.
    public let lifetime: Lifetime
    /// The name of the scope that keeps the instance, if any.
    public let scope: String?
    /// The name of the profile, or nil outside of ``When``.
    public let profile: String?
    /// The name of the declaring type, or of the Swift module for the registry's own block.
    ///
    /// The name is qualified, as in `Notes.Module`, if several declaring types have the same name.
    public let module: String
    /// The provided tokens, such as `View<any EditorInput>`, and contributions, such as `Services<any HealthCheck> as
    /// "disk"`.
    public let provides: [String]
    /// The required tokens, as far as the declaration and the destination's type show.
    ///
    /// In the graph of a dry run (``Registry/dryRun()``), they include the tokens that closures have requested.
    public let requires: [String]
    /// The identifiers of the route.
    public let identifiers: [String]
    /// The URL patterns of the route.
    public let urls: [String]
    /// Whether closures can request more from the registry than ``requires`` lists.
    public let isOpen: Bool
    /// Whether the program contains the metadata of the destination's stored properties.
    ///
    /// If not, the destination can have `@Routed` properties that the graph doesn't show.
    public let showsProperties: Bool
    /// The source file of the declaration, with its module, or an empty string for a scope and a collection.
    public let fileID: String
    /// The source line of the declaration, or 0 for a scope and a collection.
    public let line: Int
  }
}

extension RouteGraph {
  /// A directed connection between two nodes.
  public struct Edge: Sendable, Hashable, Codable {
    /// The kind of a connection.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
      /// A parameter of an initializer, created before the node, or the value of a scope.
      case eager
      /// A `@Routed` property or a router, created on first use.
      case lazy
      /// A dependency that ``Requires`` declares.
      case declared
      /// The connection from an adapter to its target.
      case adapter
      /// The connection from a decorator to the decorated node.
      case decorator
      /// The connection from a collection to a contributing route, with the key as the label.
      case contribution
      /// The connection from a route or a scope to the scope that contains it.
      case scope
      /// A closure's request during a dry run (``Registry/dryRun()``).
      case observed
    }

    /// The dependent node.
    public let from: Node.ID
    /// The node that it depends on.
    public let to: Node.ID
    /// The kind of the connection.
    public let kind: Kind
    /// The name of the property, `parameter 2`, or the key of a contribution, if any.
    public let label: String?
  }
}
