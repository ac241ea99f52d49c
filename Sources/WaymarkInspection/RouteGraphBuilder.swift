import WaymarkCore
import WaymarkRuntime

/// A builder of a registry's graph from the declarations in force.
struct RouteGraphBuilder {
  private let registry: Registry
  private let modules: ModuleNames
  /// The number of nodes with each name.
  private var counts: [String: Int] = [:]
  /// The identifiers of the nodes of declarations and of scopes.
  private var ids: [ObjectIdentifier: String] = [:]
  private var collectionIDs: [TokenDescription: String] = [:]
  private var nodes: [RouteGraph.Node] = []
  private var edges: [RouteGraph.Edge] = []
  /// The nodes of collections, in the order of first contribution or use.
  private var collections: [RouteGraph.Node] = []
  /// The nodes of used and enclosing scopes, in the order of first use.
  private var scopes: [RouteGraph.Node] = []
  private var scopeEdges: [RouteGraph.Edge] = []

  /// Returns the graph, including the closures' requests in a dry run.
  static func graph(of registry: Registry, observed: [RequestRecorder.Request] = []) -> RouteGraph {
    let declarations = registry.image.fromTheBase.flatMap(\.declarations).filter(registry.isInForce)
    let observedOf = Dictionary(grouping: observed, by: \.maker)
    var builder = RouteGraphBuilder(registry, declarations)
    for token in registry.image.collectionTokens { _ = builder.id(of: token) }
    for declaration in declarations { builder.add(declaration, observedOf[declaration.identity] ?? []) }
    builder.addContributions()
    return RouteGraph(
      nodes: builder.nodes + builder.collections + builder.scopes, edges: builder.edges + builder.scopeEdges)
  }

  private init(_ registry: Registry, _ declarations: [RegistryImage.Declaration]) {
    self.registry = registry
    modules = ModuleNames(declarations.map(\.compiled))
    for declaration in declarations {
      let compiled = declaration.compiled
      ids[declaration.identity] = unique("\(modules.name(of: compiled)).\(compiled.name)")
    }
  }

  /// Returns a name with a number, unless the node is the first one with this name.
  private mutating func unique(_ name: String) -> String {
    let number = (counts[name] ?? 0) + 1
    counts[name] = number
    return number == 1 ? name : "\(name)#\(number)"
  }

  /// Adds the node of a declaration and the edges that leave it.
  private mutating func add(_ declaration: RegistryImage.Declaration, _ requests: [RequestRecorder.Request]) {
    guard let id = ids[declaration.identity] else { return }
    switch declaration {
    case .route(let compiled):
      let route = compiled.declaration
      nodes.append(
        node(
          id, .route, TypeName.of(route.destination), route.kind, compiled, route.lifetime, in: route.scope,
          provides: route.tokens.filter { registry.provider(for: $0)?.route === compiled }.map(
            \.description) + registry.image.contributions(of: compiled).map(\.text),
          requires: tokens(route, requests).map(\.description),
          identifiers: names(.identifier, of: compiled), urls: names(.url, of: compiled),
          isOpen: route.isOpen,
          // A struct that the destination stores can belong to a module without records.
          showsProperties: StoredPropertySearch.canRead(route.destination)))
      addEdges(from: id, route, in: route.scope, requests)
    case .adapter(let compiled):
      let adapter = compiled.declaration
      let route = registry.provider(for: adapter.required)?.route.declaration
      nodes.append(
        node(
          id, .adapter, adapter.provided.description, adapter.required.role.kind, compiled,
          route?.lifetime ?? .transient, provides: [adapter.required.description],
          requires: [adapter.provided.description]))
      if let target = node(providing: adapter.provided) { addEdge(from: id, to: target, .adapter) }
    case .decorator(let compiled):
      guard let provider = registry.provider(decoratedBy: compiled) else { return }
      let token = compiled.declaration.token
      let route = compiled.declaration.route(around: provider.route.declaration)
      nodes.append(
        node(
          id, .decorator, token.description, token.role.kind, compiled, route.lifetime, in: route.scope,
          provides: [token.description], requires: tokens(route, requests).map(\.description),
          isOpen: compiled.declaration.parameters.contains(where: \.isOpen)))
      if let target = self.id(of: provider) { addEdge(from: id, to: target, .decorator) }
      addEdges(from: id, route, in: nil, requests)
    }
  }

  /// Returns a node.
  ///
  /// - Parameter module: The name of the Swift module, for a node that no declaration has.
  private func node(
    _ id: String, _ role: RouteGraph.Node.Role, _ destination: String, _ kind: DestinationKind,
    _ compiled: (any CompiledDeclaration)?, _ lifetime: Lifetime, in scope: (any RouteScope.Type)? = nil,
    module: String = "", provides: [String] = [], requires: [String] = [], identifiers: [String] = [],
    urls: [String] = [], isOpen: Bool = false, showsProperties: Bool = true
  ) -> RouteGraph.Node {
    RouteGraph.Node(
      id: id, role: role, destination: destination, kind: kind, lifetime: lifetime,
      scope: scope.map { TypeName.of($0) }, profile: compiled?.profile?.name,
      module: compiled.map(modules.name) ?? module, provides: provides, requires: requires,
      identifiers: identifiers, urls: urls, isOpen: isOpen, showsProperties: showsProperties,
      fileID: compiled?.location.fileID ?? "", line: compiled?.location.line ?? 0)
  }

  private mutating func addEdge(
    from id: String, to target: String, _ kind: RouteGraph.Edge.Kind, _ label: String? = nil
  ) {
    edges.append(RouteGraph.Edge(from: id, to: target, kind: kind, label: label))
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
        let target = token.role.isCollection ? self.id(of: token) : node(providing: token)
        guard let target else { continue }
        reached.insert(target)
        addEdge(from: id, to: target, kind, dependency.label)
      }
    }
    for value in declaration.scopeValues {
      addEdge(from: id, to: self.id(of: value.scope), .eager, "parameter \(value.index + 1)")
    }
    if let scope { addEdge(from: id, to: self.id(of: scope), .scope) }
    for request in requests {
      guard let target = node(providing: request.token), reached.insert(target).inserted else { continue }
      addEdge(from: id, to: target, .observed)
    }
  }

  /// Adds the edges from collections to contributing routes, in their order.
  private mutating func addContributions() {
    for token in registry.image.collectionTokens {
      for member in registry.image.collection(withToken: token)?.members ?? [] {
        guard let route = ids[ObjectIdentifier(member.provider.route)] else { continue }
        addEdge(from: id(of: token), to: route, .contribution, member.key)
      }
    }
  }

  /// Returns the identifier of a scope's node, adding the node if needed.
  private mutating func id(of scope: any RouteScope.Type) -> String {
    if let id = ids[ObjectIdentifier(scope)] { return id }
    let (name, module) = (TypeName.of(scope), Self.swiftModule(of: scope))
    let id = unique("\(module).\(name)")
    ids[ObjectIdentifier(scope)] = id
    scopes.append(node(id, .scope, name, .service, nil, .scoped, module: module))
    let outer = ScopeChain.outer(of: scope)
    if outer.type != RootScope.self, outer.type != scope {
      scopeEdges.append(
        RouteGraph.Edge(
          from: id, to: self.id(of: outer.type), kind: .scope, label: outer.isOptional ? "optional" : nil))
    }
    return id
  }

  /// Returns the identifier of a collection's node, adding the node if needed.
  private mutating func id(of token: TokenDescription) -> String {
    if let id = collectionIDs[token] { return id }
    let (name, module) = (token.description, Self.swiftModule(of: token.type))
    let id = unique("\(module).\(name)")
    collectionIDs[token] = id
    collections.append(
      node(id, .collection, name, token.role.kind, nil, .transient, module: module, provides: [name]))
    return id
  }

  /// Returns the name of the Swift module that declares a type.
  private static func swiftModule(of type: Any.Type) -> String {
    String(QualifiedName.of(type).prefix { $0 != "." })
  }

  /// Returns the tokens of a declaration's dependencies and of the closures' requests, each once.
  private func tokens(
    _ declaration: RouteDeclaration, _ requests: [RequestRecorder.Request]
  ) -> [TokenDescription] {
    var seen: Set<TokenDescription> = []
    let requested = requests.compactMap { token(providedAs: $0.token) }
    return (declaration.dependencies.flatMap(tokens) + requested).filter { seen.insert($0).inserted }
  }

  /// Returns the route's names of one kind in this registry.
  private func names(_ kind: RouteName.Kind, of route: CompiledRoute) -> [String] {
    route.declaration.names.filter { $0.kind == kind && registry.image.route(named: $0) === route }.map(
      \.text)
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
  private mutating func node(providing token: TokenDescription) -> String? {
    if let collection = registry.image.collection(withToken: token) { return id(of: collection.token) }
    guard let provider = registry.provider(for: token) else { return nil }
    if let token = provider.route.declaration.collection { return id(of: token) }
    return id(of: provider)
  }

  /// Returns the token to which a request leads, or nil if nothing provides the requested one.
  private func token(providedAs token: TokenDescription) -> TokenDescription? {
    if let collection = registry.image.collection(withToken: token) { return collection.token }
    return registry.provider(for: token).map { $0.route.declaration.collection ?? $0.token }
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
    var counts: [String: Int] = [:]
    for declaration in declarations {
      guard let module = declaration.module, names[ObjectIdentifier(module)] == nil else { continue }
      let name = TypeName.of(module)
      names[ObjectIdentifier(module)] = name
      counts[name, default: 0] += 1
    }
    for declaration in declarations {
      guard let module = declaration.module, let name = names[ObjectIdentifier(module)],
        counts[name, default: 0] > 1
      else { continue }
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
      provider(for: adapter.declaration.required)?.undecorated.adapter === adapter
    case .decorator(let decorator): provider(decoratedBy: decorator) != nil
    }
  }

  /// Returns the provider inside a decorator: the next decorator, or the token's provider.
  func provider(decoratedBy decorator: CompiledDecorator) -> Provider? {
    var next = provider(for: decorator.declaration.token)
    while let decoration = next?.decoration {
      if decoration.decorator === decorator { return decoration.inner }
      next = decoration.inner
    }
    return nil
  }
}
