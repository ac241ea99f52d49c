/// The graph of the routes that a compilation checks, and their dependencies.
///
/// It contains the compilation's routes and decorators, and the routes of the base that they or a replaced route lead
/// to. The base's other routes haven't changed since their own check.
struct RouteNetwork {
  struct Node {
    let declaration: RouteDeclaration
    /// The position among the compiled declarations, or nil for a route of the base.
    let ordinal: Int?
    let dependencies: [Dependency]
    /// The decorator that the node represents, if any.
    fileprivate let decorator: DecoratorPlace?

    init(_ declaration: RouteDeclaration, ordinal: Int? = nil) {
      self.declaration = declaration
      self.ordinal = ordinal
      dependencies = declaration.dependencies
      decorator = nil
    }

    fileprivate init(_ declaration: RouteDeclaration, ordinal: Int?, decorating place: DecoratorPlace) {
      self.declaration = declaration
      self.ordinal = ordinal
      let inner = Dependency(
        candidates: [place.token], strength: .eager, origin: .parameter(0), isOptional: false, isHeld: true)
      dependencies = [inner] + declaration.dependencies
      decorator = place
    }

    var isDecorator: Bool { decorator != nil }

    fileprivate var identity: UInt { UInt(bitPattern: ObjectIdentifier(declaration)) }
  }

  /// A decorator's position among the decorators of its token.
  fileprivate struct DecoratorPlace: Hashable {
    let token: TokenDescription
    let index: Int
  }

  struct Edge {
    let dependency: Dependency
    let target: Int
  }

  /// The compilation's routes, in order, then its decorators, then routes of the base.
  private(set) var nodes: [Node] = []
  /// The edges of each node, in the order of its dependencies, without missing ones.
  private(set) var edges: [[Edge]] = []
  private(set) var hasEdges = false
  /// The positions of the nodes by their declarations.
  private var indices = PositionTable()
  private var decorators: [DecoratorPlace: Int] = [:]

  /// Creates the graph of a program, and of all routes of a base that the program doesn't replace.
  init(_ program: Program, and base: Snapshot? = nil) {
    nodes.reserveCapacity(program.routes.count)
    edges.reserveCapacity(program.routes.count)
    for route in program.routes {
      add(Node(route.declaration, ordinal: route.ordinal))
    }
    addDecorators(of: program)
    if program.mode == .overriding {
      for adapter in program.adapters { _ = target(of: adapter.declaration.provided, program) }
    }
    if let base { addAll(of: base, program) }
    var next = 0
    while next < nodes.count {
      let found = nodes[next].dependencies.flatMap { edges(for: $0, of: nodes[next], program) }
      hasEdges = hasEdges || !found.isEmpty
      edges.append(found)
      next += 1
    }
  }

  /// The nodes that another declaration leads to.
  ///
  /// A route's dependency on itself doesn't count. A decorator leads to the decorated route only if something leads to
  /// the decorator.
  var needed: Set<Int> {
    var needed: Set<Int> = []
    var open: [Int] = []
    for (index, edges) in edges.enumerated() {
      open += edges.lazy.filter { $0.target != index && !isDecorated($0, of: index) }.map(\.target)
    }
    while let node = open.popLast() {
      guard needed.insert(node).inserted else { continue }
      open += edges[node].lazy.filter { isDecorated($0, of: node) }.map(\.target)
    }
    return needed
  }

  /// The routes that another declaration leads to.
  var neededRoutes: Set<ObjectIdentifier> { Set(needed.map { ObjectIdentifier(nodes[$0].declaration) }) }

  /// Returns whether an edge leads from a decorator to the destination that it decorates.
  func isDecorated(_ edge: Edge, of node: Int) -> Bool {
    guard nodes[node].isDecorator, case .parameter(0) = edge.dependency.origin else { return false }
    return true
  }

  /// Adds the program's decorators, and the base's decorators around replaced routes.
  private mutating func addDecorators(of program: Program) {
    for decorator in program.decorators { _ = outermost(decorator.declaration.token, program) }
    guard let base = program.base, base.layer.hasDecorators else { return }
    for provision in program.provisions.first where base.layer.isDecorated(provision.token.key) {
      _ = outermost(provision.token, program)
    }
  }

  /// Adds the routes of a base that the program doesn't replace, and its decorators.
  private mutating func addAll(of base: Snapshot, _ program: Program) {
    let names = Set(program.routes.flatMap(\.declaration.names))
    for declaration in base.layer.fromTheBase.flatMap(\.declarations) {
      switch declaration {
      case .route(let route):
        if program.keeps(route.declaration, replacing: names) { _ = index(of: route.declaration) }
      case .decorator(let decorator): _ = outermost(decorator.declaration.token, program)
      case .adapter: continue
      }
    }
  }

  /// Returns the edges of a dependency: one to its provider, or one to each contribution of its collection.
  private mutating func edges(for dependency: Dependency, of node: Node, _ program: Program) -> [Edge] {
    if let place = node.decorator, case .parameter(0) = dependency.origin {
      return inner(of: place, program).map { [Edge(dependency: dependency, target: $0)] } ?? []
    }
    if isMadeByBase(node, program), let edges = edges(inBase: dependency, program) { return edges }
    for token in dependency.candidates {
      if dependency.isProperty, let names = program.ambiguity(of: token) {
        return names.flatMap { name -> [Edge] in
          guard name.role.isCollection else {
            return target(of: name, program).map { [Edge(dependency: dependency, target: $0)] } ?? []
          }
          return contributions(to: name, for: dependency, program)
        }
      }
      let token = program.meant(by: token)
      guard token.role.isCollection else {
        if dependency.collection != nil, program.isArrayOfCollection(token) { continue }
        guard let target = target(of: token, program) else { continue }
        var dependency = dependency
        dependency.collection = nil
        return [Edge(dependency: dependency, target: target)]
      }
      let edges = contributions(to: token, for: dependency, program)
      if !edges.isEmpty { return edges }
    }
    return []
  }

  private mutating func contributions(
    to token: TokenDescription, for dependency: Dependency, _ program: Program
  ) -> [Edge] {
    program.contributors(to: token.key, areKeyed: dependency.collection == .keyed).map {
      Edge(dependency: dependency, target: index(of: $0))
    }
  }

  /// Returns whether an extension's base creates a route's instance, without the extension's declarations.
  ///
  /// An extension creates transient instances of the base, and the instances of scopes that open in the extension.
  private func isMadeByBase(_ node: Node, _ program: Program) -> Bool {
    node.ordinal == nil && program.mode == .extending && node.declaration.isKeptByRoot
  }

  /// Returns the edges of a dependency of a route that the base makes, or nil if they're those of the program.
  ///
  /// A complete base has checked what it makes. An early one resolves missing dependencies, and its collections, in its
  /// complete extension.
  private mutating func edges(inBase dependency: Dependency, _ program: Program) -> [Edge]? {
    guard let base = program.base, base.stage == .early else { return [] }
    for token in dependency.candidates where !token.role.isCollection && dependency.collection == nil {
      guard let provider = base.layer.provider(for: token.key), !provider.route.isUnimplemented else {
        continue
      }
      // The base's own decorators may have missing dependencies too.
      guard !base.layer.isDecorated(token.key) else { return nil }
      return [Edge(dependency: dependency, target: index(of: provider.route.declaration))]
    }
    return nil
  }

  // MARK: - Nodes

  private mutating func index(of route: RouteDeclaration) -> Int {
    if let index = known(route) { return index }
    add(Node(route))
    return nodes.count - 1
  }

  /// Returns the ordinal to which a finding about a node belongs, or nil if a route of the base accepts it.
  ///
  /// - Parameters:
  ///   - node: The node. A decorator is accepted by an entry of its route.
  ///   - code: The code of the finding.
  ///   - other: The ordinal of another part of the finding, for a node of the base.
  func ordinal(of node: Int, for code: Diagnostic.Code, or other: Int) -> Int? {
    let owner = nodes[node].declaration.entriesOwner
    guard owner.accepted.contains(where: { $0.code == code }) else { return nodes[node].ordinal ?? other }
    return known(owner).flatMap { nodes[$0].ordinal }
  }

  private func known(_ route: RouteDeclaration) -> Int? {
    let identity = UInt(bitPattern: ObjectIdentifier(route))
    return indices.position(of: identity) { nodes[$0].identity }
  }

  private mutating func add(_ node: Node) {
    nodes.append(node)
    indices.append { nodes[$0].identity }
  }

  /// Returns the node of a token's outermost decorator, or else of its route.
  private mutating func target(of token: TokenDescription, _ program: Program) -> Int? {
    let token = program.meant(by: token)
    guard program.isDecorated(token.key) else {
      return program.targetAfterAdapters(of: token).flatMap { token, route in
        program.isDecorated(token.key) ? outermost(token, program) : index(of: route)
      }
    }
    return outermost(token, program)
  }

  /// Returns the node of a token's outermost decorator, or nil if an override has replaced all of them.
  private mutating func outermost(_ token: TokenDescription, _ program: Program) -> Int? {
    let count = program.decorators(of: token.key).count
    return count == 0 ? nil : index(of: DecoratorPlace(token: token, index: count - 1), program)
  }

  private mutating func index(of place: DecoratorPlace, _ program: Program) -> Int? {
    if let index = decorators[place] { return index }
    guard let route = program.target(of: place.token)?.route else { return nil }
    // The known decorators of a token are the innermost ones.
    var first = place.index
    while first > 0, decorators[DecoratorPlace(token: place.token, index: first - 1)] == nil { first -= 1 }
    let all = program.decorators(of: place.token.key)
    let replaced = known(route).flatMap { nodes[$0].ordinal }
    for index in first...place.index {
      let (place, (declaration, ordinal)) = (DecoratorPlace(token: place.token, index: index), all[index])
      decorators[place] = nodes.count
      add(Node(declaration.route(around: route), ordinal: ordinal ?? replaced, decorating: place))
    }
    return nodes.count - 1
  }

  /// Returns the node inside a decorator: the next decorator, or the token's provider.
  private mutating func inner(of place: DecoratorPlace, _ program: Program) -> Int? {
    if place.index > 0 {
      return index(of: DecoratorPlace(token: place.token, index: place.index - 1), program)
    }
    switch program.source(of: place.token) {
    case .route(let route): return index(of: route)
    case .adapter(let adapter): return target(of: adapter.provided, program)
    case nil: return nil
    }
  }
}

extension Program {
  /// Returns whether a route of the base still provides a token or has a name.
  fileprivate func keeps(_ declaration: RouteDeclaration, replacing names: Set<RouteName>) -> Bool {
    guard let base else { return false }
    return declaration.bindings.contains { binding in
      provisions[binding.token.key] == nil
        && base.layer.provider(for: binding.token.key)?.route.declaration === declaration
    }
      || declaration.contributions.contains { contribution in
        contributes(declaration, to: contribution.token.key)
      }
      || declaration.names.contains { name in
        !names.contains(name) && base.layer.route(named: name)?.declaration === declaration
      }
  }

  /// Returns whether a token is the array of a collection, which depends on its contributions.
  fileprivate func isArrayOfCollection(_ token: TokenDescription) -> Bool {
    guard case .route(let route) = source(of: token) else { return false }
    return !route.features(CollectionMark.self).isEmpty
  }

  /// Follows adapters to a decorated token, or to the route at the end.
  fileprivate func targetAfterAdapters(
    of token: TokenDescription
  ) -> (token: TokenDescription, route: RouteDeclaration)? {
    guard let route = target(of: token)?.route else { return nil }
    var token = meant(by: token)
    while !isDecorated(token.key), case .adapter(let adapter) = source(of: token) {
      token = meant(by: adapter.provided)
    }
    return (token, route)
  }
}
