import WaymarkCore
import WaymarkRuntime

/// A builder of a registry's graph from the declarations in force.
struct RouteGraphBuilder {
  private let registry: Registry
  private let ids: [ObjectIdentifier: String]
  private let modules: ModuleNames
  private var nodes: [RouteGraph.Node] = []
  private var edges: [RouteGraph.Edge] = []
  private var scopes: ScopeNodes
  private var collections: CollectionNodes

  /// Returns the graph, including the closures' requests in a dry run.
  static func graph(of registry: Registry, observed: [RequestRecorder.Request] = []) -> RouteGraph {
    let declarations = registry.image.fromTheBase.flatMap(\.declarations).filter(registry.isInForce)
    let observedOf = Dictionary(grouping: observed, by: \.maker)
    var builder = RouteGraphBuilder(registry, declarations)
    for token in registry.image.collectionTokens { _ = builder.collections.id(of: token) }
    for declaration in declarations { builder.add(declaration, observedOf[declaration.identity] ?? []) }
    builder.addContributions()
    return RouteGraph(
      nodes: builder.nodes + builder.collections.nodes + builder.scopes.nodes,
      edges: builder.edges + builder.scopes.edges)
  }

  private init(_ registry: Registry, _ declarations: [RegistryImage.Declaration]) {
    self.registry = registry
    modules = ModuleNames(declarations.map(\.compiled))
    var ids: [ObjectIdentifier: String] = [:]
    var names = GraphNames()
    for declaration in declarations {
      let compiled = declaration.compiled
      ids[declaration.identity] = names.unique("\(modules.name(of: compiled)).\(compiled.name)")
    }
    self.ids = ids
    (scopes, collections) = (ScopeNodes(names), CollectionNodes(names))
  }

  /// Adds the node of a declaration and the edges that leave it.
  private mutating func add(_ declaration: RegistryImage.Declaration, _ requests: [RequestRecorder.Request]) {
    guard let id = ids[declaration.identity] else { return }
    switch declaration {
    case .route(let route):
      nodes.append(node(id, route, requiring: tokens(route.declaration, requests)))
      addEdges(from: id, route.declaration, in: route.declaration.scope, requests)
    case .adapter(let adapter):
      nodes.append(node(id, adapter))
      if let target = node(providing: adapter.declaration.provided.key) {
        edges.append(RouteGraph.Edge(from: id, to: target, kind: .adapter, label: nil))
      }
    case .decorator(let decorator):
      guard let provider = registry.provider(decoratedBy: decorator) else { return }
      let declaration = decorator.declaration.route(around: provider.route.declaration)
      nodes.append(node(id, decorator, declaration, requiring: tokens(declaration, requests)))
      if let target = self.id(of: provider) {
        edges.append(RouteGraph.Edge(from: id, to: target, kind: .decorator, label: nil))
      }
      addEdges(from: id, declaration, in: nil, requests)
    }
  }

  /// Adds the edges to dependencies, to the scope, and to each further node that a closure has requested.
  private mutating func addEdges(
    from id: String, _ declaration: RouteDeclaration, in scope: (any RouteScope.Type)?,
    _ requests: [RequestRecorder.Request]
  ) {
    var reached: Set<String> = []
    for dependency in declaration.dependencies {
      let kind: RouteGraph.Edge.Kind =
        switch dependency.strength {
        case .eager: .eager
        case .lazy: .lazy
        case .declared: .declared
        }
      for token in tokens(dependency) {
        let target = token.role.isCollection ? collections.id(of: token) : node(providing: token.key)
        guard let target else { continue }
        reached.insert(target)
        edges.append(RouteGraph.Edge(from: id, to: target, kind: kind, label: dependency.label))
      }
    }
    for value in declaration.scopeValues {
      let label = "parameter \(value.index + 1)"
      edges.append(RouteGraph.Edge(from: id, to: scopes.id(of: value.scope), kind: .eager, label: label))
    }
    if let scope {
      edges.append(RouteGraph.Edge(from: id, to: scopes.id(of: scope), kind: .scope, label: nil))
    }
    for request in requests {
      guard let target = node(providing: request.key), reached.insert(target).inserted else { continue }
      edges.append(RouteGraph.Edge(from: id, to: target, kind: .observed, label: nil))
    }
  }

  /// Adds the edges from collections to contributing routes, in their order.
  private mutating func addContributions() {
    for token in registry.image.collectionTokens {
      for member in registry.image.collection(for: token.key)?.members ?? [] {
        guard let route = ids[ObjectIdentifier(member.provider.route)] else { continue }
        edges.append(
          RouteGraph.Edge(from: collections.id(of: token), to: route, kind: .contribution, label: member.key))
      }
    }
  }

  private func node(
    _ id: String, _ compiled: CompiledDecorator, _ declaration: RouteDeclaration,
    requiring tokens: [TokenDescription]
  ) -> RouteGraph.Node {
    let token = compiled.declaration.token
    return RouteGraph.Node(
      id: id, role: .decorator, destination: token.description, kind: token.role.kind,
      lifetime: declaration.lifetime, scope: declaration.scope.map { TypeName.of($0) },
      profile: compiled.profile?.name, module: modules.name(of: compiled),
      provides: [token.description], requires: tokens.map(\.description), identifiers: [], urls: [],
      isOpen: compiled.declaration.parameters.contains(where: \.isOpen), showsProperties: true,
      fileID: declaration.location.fileID, line: declaration.location.line)
  }

  private func node(
    _ id: String, _ route: CompiledRoute, requiring tokens: [TokenDescription]
  ) -> RouteGraph.Node {
    let declaration = route.declaration
    return RouteGraph.Node(
      id: id, role: .route, destination: TypeName.of(declaration.destination), kind: declaration.kind,
      lifetime: declaration.lifetime, scope: declaration.scope.map { TypeName.of($0) },
      profile: route.profile?.name, module: modules.name(of: route),
      provides: declaration.tokens.filter { registry.provider(for: $0.key)?.route === route }.map(
        \.description) + registry.image.contributions(of: route).map(\.text),
      requires: tokens.map(\.description),
      identifiers: names(.identifier, of: route), urls: names(.url, of: route), isOpen: declaration.isOpen,
      // A struct that the destination stores can belong to a module without records.
      showsProperties: StoredPropertySearch.canRead(declaration.destination),
      fileID: declaration.location.fileID, line: declaration.location.line)
  }

  /// Returns the tokens of a declaration's dependencies and of the closures' requests, each once.
  private func tokens(
    _ declaration: RouteDeclaration, _ requests: [RequestRecorder.Request]
  ) -> [TokenDescription] {
    var seen: Set<TokenKey> = []
    let requested = requests.compactMap { token(providedAs: $0.key) }
    return (declaration.dependencies.flatMap(tokens) + requested).filter { seen.insert($0.key).inserted }
  }

  /// Returns the route's names of one kind in this registry.
  private func names(_ kind: RouteName.Kind, of route: CompiledRoute) -> [String] {
    route.declaration.names.filter { $0.kind == kind && registry.image.route(named: $0) === route }.map(
      \.text)
  }

  private func node(_ id: String, _ compiled: CompiledAdapter) -> RouteGraph.Node {
    let adapter = compiled.declaration
    let route = registry.provider(for: adapter.required.key)?.route
    return RouteGraph.Node(
      id: id, role: .adapter, destination: adapter.provided.description, kind: adapter.required.role.kind,
      lifetime: route?.declaration.lifetime ?? .transient, scope: nil, profile: compiled.profile?.name,
      module: modules.name(of: compiled),
      provides: [adapter.required.description], requires: [adapter.provided.description], identifiers: [],
      urls: [],
      isOpen: false, showsProperties: true, fileID: adapter.location.fileID, line: adapter.location.line)
  }

  /// Returns the tokens that satisfy a dependency, or else the one that it asks for.
  private func tokens(_ dependency: Dependency) -> [TokenDescription] {
    let answer = registry.image.answer(dependency)
    let isUnclear = if case .several = answer { !dependency.isProperty } else { answer.tokens.isEmpty }
    guard isUnclear else { return answer.tokens }
    let isCollection = dependency.collection != nil
    return dependency.candidates.first { $0.role.isCollection == isCollection }.map { [$0] } ?? []
  }

  @inline(never)
  private mutating func node(providing key: TokenKey) -> String? {
    if let collection = registry.image.collection(for: key) { return collections.id(of: collection.token) }
    guard let provider = registry.provider(for: key) else { return nil }
    if let token = provider.route.declaration.collection { return collections.id(of: token) }
    return self.id(of: provider)
  }

  /// Returns the token to which a request leads, or nil if nothing provides the requested one.
  private func token(providedAs key: TokenKey) -> TokenDescription? {
    if let collection = registry.image.collection(for: key) { return collection.token }
    return registry.provider(for: key).map { $0.route.declaration.collection ?? $0.token }
  }

  private func id(of provider: Provider) -> String? {
    if let decoration = provider.decoration { return ids[ObjectIdentifier(decoration.decorator)] }
    return ids[provider.adapter.map { ObjectIdentifier($0) } ?? ObjectIdentifier(provider.route)]
  }
}

/// The names of the modules in a graph, with their qualified names if several types have the same name.
private struct ModuleNames {
  private var names: [ObjectIdentifier: String] = [:]

  init(_ declarations: [any CompiledDeclaration]) {
    var types: [String: [Any.Type]] = [:]
    for module in declarations.lazy.compactMap(\.module) {
      guard names[ObjectIdentifier(module)] == nil else { continue }
      let name = TypeName.of(module)
      names[ObjectIdentifier(module)] = name
      types[name, default: []].append(module)
    }
    for module in types.values.lazy.filter({ $0.count > 1 }).joined() {
      names[ObjectIdentifier(module)] = QualifiedName.of(module)
    }
  }

  /// Returns the name of the declaring type, or of the file's Swift module for the registry's own block.
  func name(of declaration: any CompiledDeclaration) -> String {
    declaration.module.flatMap { names[ObjectIdentifier($0)] }
      ?? String(declaration.location.fileID.prefix { $0 != "/" })
  }
}

extension Registry {
  /// Returns whether this registry uses a declaration, rather than a replacement.
  func isInForce(_ declaration: RegistryImage.Declaration) -> Bool {
    switch declaration {
    case .route(let route): image.isInForce(route)
    case .adapter(let adapter):
      provider(for: adapter.declaration.required.key)?.undecorated.adapter === adapter
    case .decorator(let decorator): provider(decoratedBy: decorator) != nil
    }
  }

  /// Returns the provider inside a decorator: the next decorator, or the token's provider.
  func provider(decoratedBy decorator: CompiledDecorator) -> Provider? {
    var next = provider(for: decorator.declaration.token.key)
    while let decoration = next?.decoration {
      if decoration.decorator === decorator { return decoration.inner }
      next = decoration.inner
    }
    return nil
  }
}
