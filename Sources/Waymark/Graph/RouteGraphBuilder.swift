/// A builder of the graph of a registry, from the declarations that are in force.
struct RouteGraphBuilder {
  private let registry: Registry
  private let declarations: [RegistryLayer.Declaration]
  private let ids: [ObjectIdentifier: String]

  init(_ registry: Registry) {
    self.registry = registry
    declarations = registry.layer.fromTheBase.flatMap(\.declarations).filter(registry.isInForce)
    var ids: [ObjectIdentifier: String] = [:]
    var used: [String: Int] = [:]
    for declaration in declarations {
      let name = "\(declaration.moduleName).\(declaration.name)"
      let number = (used[name] ?? 0) + 1
      used[name] = number
      ids[declaration.identity] = number == 1 ? name : "\(name)#\(number)"
    }
    self.ids = ids
  }

  /// Returns the graph.
  ///
  /// - Parameter observed: The requests of closures in a dry run.
  func graph(observed: [DryRunRecorder.Request] = []) -> RouteGraph {
    var observedOf = Dictionary(grouping: observed) { ObjectIdentifier($0.route) }
    var nodes: [RouteGraph.Node] = []
    var edges: [RouteGraph.Edge] = []
    var scopes = ScopeNodes()
    for declaration in declarations {
      guard let id = ids[declaration.identity] else { continue }
      switch declaration {
      case .route(let route):
        let dependencies = route.declaration.dependencies
        nodes.append(node(id, route, dependencies))
        let declared = dependencies.compactMap { edge(from: id, $0) }
        let known = Set(declared.map(\.to))
        edges +=
          declared
          + route.declaration.scopeValues.map { value in
            RouteGraph.Edge(
              from: id, to: scopes.id(of: value.scope), kind: .eager, label: "parameter \(value.index + 1)")
          }
        if let scope = route.declaration.scope {
          edges.append(RouteGraph.Edge(from: id, to: scopes.id(of: scope), kind: .scope, label: nil))
        }
        var seen: Set<String> = []
        for request in observedOf.removeValue(forKey: ObjectIdentifier(route)) ?? [] {
          guard let target = node(providing: request.key), !known.contains(target),
            seen.insert(target).inserted
          else { continue }
          edges.append(RouteGraph.Edge(from: id, to: target, kind: .observed, label: nil))
        }
      case .adapter(let adapter):
        nodes.append(node(id, adapter))
        if let target = node(providing: adapter.declaration.provided.key) {
          edges.append(RouteGraph.Edge(from: id, to: target, kind: .adapter, label: nil))
        }
      }
    }
    return RouteGraph(nodes: nodes + scopes.nodes, edges: edges + scopes.edges)
  }

  /// Returns the node of a route.
  private func node(
    _ id: String, _ route: CompiledRoute, _ dependencies: [Dependency]
  ) -> RouteGraph.Node {
    let declaration = route.declaration
    var required: Set<TokenKey> = []
    let requires = dependencies.compactMap(token).filter { required.insert($0.key).inserted }
    return RouteGraph.Node(
      id: id, role: .route, destination: TypeName.of(declaration.destination), kind: declaration.kind,
      lifetime: declaration.lifetime, scope: declaration.scope.map { TypeName.of($0) },
      module: RegistryLayer.Declaration.route(route).moduleName,
      provides: declaration.tokens.filter { registry.provider(for: $0.key)?.route === route }.map(
        \.description),
      requires: requires.map(\.description),
      identifiers: names(.identifier, of: route), urls: names(.url, of: route), isOpen: declaration.isOpen,
      showsProperties: declaration.routedProperties.isComplete,
      fileID: declaration.location.fileID, line: declaration.location.line)
  }

  /// Returns the names of one kind by which a route is found in this registry.
  private func names(_ kind: RouteName.Kind, of route: CompiledRoute) -> [String] {
    route.declaration.names.filter { $0.kind == kind && registry.layer.route(named: $0) === route }.map(
      \.text)
  }

  /// Returns the node of an adapter.
  private func node(_ id: String, _ compiled: CompiledAdapter) -> RouteGraph.Node {
    let adapter = compiled.declaration
    let route = registry.provider(for: adapter.required.key)?.route
    return RouteGraph.Node(
      id: id, role: .adapter, destination: adapter.provided.description, kind: adapter.required.role.kind,
      lifetime: route?.declaration.lifetime ?? .transient, scope: nil,
      module: RegistryLayer.Declaration.adapter(compiled).moduleName,
      provides: [adapter.required.description], requires: [adapter.provided.description], identifiers: [],
      urls: [],
      isOpen: false, showsProperties: true, fileID: adapter.location.fileID, line: adapter.location.line)
  }

  /// Returns the token of a dependency in this registry: the first candidate that is provided.
  private func token(_ dependency: Dependency) -> TokenDescription? {
    dependency.candidates.first { registry.provider(for: $0.key) != nil } ?? dependency.candidates.first
  }

  /// Returns the edge of a dependency, or nil if no route provides it.
  private func edge(from id: String, _ dependency: Dependency) -> RouteGraph.Edge? {
    guard let token = token(dependency), let target = node(providing: token.key) else { return nil }
    let kind: RouteGraph.Edge.Kind =
      switch dependency.strength {
      case .eager: .eager
      case .lazy: .lazy
      case .declared: .declared
      }
    return RouteGraph.Edge(from: id, to: target, kind: kind, label: dependency.label)
  }

  /// Returns the identifier of the node that provides a token.
  private func node(providing key: TokenKey) -> String? {
    guard let provider = registry.provider(for: key) else { return nil }
    return ids[provider.adapter.map { ObjectIdentifier($0) } ?? ObjectIdentifier(provider.route)]
  }
}

extension RegistryLayer.Declaration {
  fileprivate var identity: ObjectIdentifier {
    switch self {
    case .route(let route): ObjectIdentifier(route)
    case .adapter(let adapter): ObjectIdentifier(adapter)
    }
  }

  fileprivate var name: String {
    switch self {
    case .route(let route): TypeName.of(route.declaration.destination)
    case .adapter(let adapter): "Adapter(\(adapter.declaration.required))"
    }
  }

  /// The name of the type that declares it, or of the file's Swift module if the registry's own block does.
  fileprivate var moduleName: String {
    let (module, location) =
      switch self {
      case .route(let route): (route.module, route.declaration.location)
      case .adapter(let adapter): (adapter.module, adapter.declaration.location)
      }
    return module.map { TypeName.of($0) } ?? String(location.fileID.prefix { $0 != "/" })
  }
}

extension Registry {
  /// Returns whether a declaration is still used in this registry, rather than replaced.
  func isInForce(_ declaration: RegistryLayer.Declaration) -> Bool {
    switch declaration {
    case .route(let route): isInForce(route)
    case .adapter(let adapter): provider(for: adapter.declaration.required.key)?.adapter === adapter
    }
  }
}
