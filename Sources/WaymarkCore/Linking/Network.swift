/// The routes and decorators of an image, and their answered needs.
struct Network {
  struct Node {
    let declaration: RouteDeclaration
    /// The position among the linked declarations, or nil for a route of the base.
    let ordinal: Int?
    let dependencies: [Dependency]
    /// The image of the base registry that creates the instances with its own routes, or nil for all others.
    ///
    /// An extension shares the instances of its base, and of the registry that the base extends.
    let maker: RegistryImage?
    /// The provider inside of the decorator that the node represents, or nil for a route.
    fileprivate let inner: Provider?
    fileprivate let object: AnyObject

    fileprivate init(
      _ route: CompiledRoute, _ declared: Linked.Route? = nil, madeBy maker: RegistryImage? = nil
    ) {
      declaration = declared?.declaration ?? route.declaration
      ordinal = declared?.ordinal
      dependencies = declaration.dependencies
      self.maker = maker
      inner = nil
      object = route
    }

    fileprivate init(_ decoration: Decoration, ordinal: Int?, madeBy maker: RegistryImage?) {
      let token = decoration.inner.token
      declaration = decoration.decorator.declaration.route(around: decoration.inner.route.declaration)
      self.ordinal = ordinal
      let inside = Dependency(
        candidates: [token], strength: .eager, origin: .parameter(0), isOptional: false, isHeld: true)
      dependencies = [inside] + declaration.dependencies
      self.maker = maker
      inner = decoration.inner
      object = decoration.decorator
    }

    var isDecorator: Bool { inner != nil }

    /// Whether the node stands for the parts of instances that a base keeps.
    ///
    /// Another node stands for all other instances of the route.
    var isPartOfBase: Bool { maker != nil && declaration.lifetime == .transient }

    fileprivate var word: UInt { UInt(bitPattern: ObjectIdentifier(object)) }

    fileprivate func stands(for object: AnyObject, partOf maker: RegistryImage?) -> Bool {
      self.object === object && (isPartOfBase ? self.maker : nil) === maker
    }
  }

  struct Edge {
    let dependency: Dependency
    let target: Int
  }

  /// The linked routes, in order, then the linked decorators, then routes of the base.
  private(set) var nodes: [Node] = []
  /// The edges of each node, in the order of its dependencies, without missing ones.
  private(set) var edges: [[Edge]] = []
  /// The positions of the nodes by their routes and decorators.
  private var indices = PositionTable()
  /// The ordinals of the linked decorators.
  private var ordinals: [ObjectIdentifier: Int] = [:]
  private let image: RegistryImage
  /// The image of an extension's base, which resolves the needs of its kept instances, or nil.
  private let base: RegistryImage?

  /// Creates the network of some routes of an image and of the routes to which they lead, or of all routes in force.
  init(_ image: RegistryImage, of routes: [CompiledRoute]? = nil) {
    self.image = image
    base = nil
    if let routes {
      for route in routes { _ = index(of: route) }
    } else {
      addAll()
    }
    connect()
  }

  /// Creates the network of linked declarations and of the routes to which they lead, or of all routes in force.
  init(_ linked: Linked, isWhole: Bool = false) {
    image = linked.image
    base = linked.mode == .extending ? linked.base : nil
    nodes.reserveCapacity(linked.routes.count)
    edges.reserveCapacity(linked.routes.count)
    for (route, compiled) in zip(linked.routes, linked.compiledRoutes) { add(Node(compiled, route)) }
    for (decorator, compiled) in zip(linked.decorators, linked.compiledDecorators) {
      ordinals[ObjectIdentifier(compiled)] = decorator.ordinal
    }
    for decorator in linked.compiledDecorators { addOutermost(decorator.declaration.token) }
    if linked.base?.hasDecorators ?? false {
      for change in linked.changes { addOutermost(change.token) }
    }
    if linked.mode != .new {
      for adapter in linked.adapters {
        if case .one(let provider) = image.answer(adapter.declaration.provided) { _ = index(of: provider) }
      }
    }
    if isWhole { addAll() }
    connect()
  }

  private mutating func connect() {
    while edges.count < nodes.count {
      let node = nodes[edges.count]
      let found = node.dependencies.flatMap { edges(for: $0, of: node) }
      edges.append(found)
    }
  }

  var hasEdges: Bool { edges.contains { !$0.isEmpty } }

  /// Returns the groups of nodes that can all reach each other through some strengths of dependencies.
  ///
  /// Each group comes after the groups that it leads to.
  func components(_ includes: (Dependency.Strength) -> Bool) -> IndexLists {
    StronglyConnectedComponents.of(
      IndexLists(edges.map { $0.filter { includes($0.dependency.strength) }.map(\.target) }))
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

  /// Returns whether an edge leads from a decorator to the destination that it decorates.
  func isDecorated(_ edge: Edge, of node: Int) -> Bool {
    if case .parameter(0) = edge.dependency.origin { nodes[node].isDecorator } else { false }
  }

  /// Returns the edges of a dependency: one to its provider, or one to each contribution of its collection.
  private mutating func edges(for dependency: Dependency, of node: Node) -> [Edge] {
    if let inner = node.inner, case .parameter(0) = dependency.origin {
      return [Edge(dependency: dependency, target: index(of: inner, madeBy: node.maker))]
    }
    // A complete base has checked its instances.
    if node.maker?.stage == .complete { return [] }
    // A property can be read after the extension. The base creates all other dependencies.
    let maker = dependency.isProperty ? nil : node.maker
    let image = maker ?? image
    let answer = image.answer(dependency)
    let providers = image.providers(of: answer, for: dependency)
    var dependency = dependency
    if case .one = answer { dependency.collection = nil }
    return providers.map { Edge(dependency: dependency, target: index(of: $0, madeBy: maker)) }
  }

  // MARK: - Nodes

  /// Adds the routes and decorators in force.
  private mutating func addAll() {
    for declaration in image.fromTheBase.flatMap(\.declarations) {
      switch declaration {
      case .route(let route): if image.isInForce(route) { _ = index(of: route) }
      case .decorator(let decorator): addOutermost(decorator.declaration.token)
      case .adapter: continue
      }
    }
  }

  /// Adds the decorators of a token.
  private mutating func addOutermost(_ token: TokenDescription) {
    if case .one(let provider) = image.answer(token), provider.decoration != nil { _ = index(of: provider) }
  }

  /// Returns the node of a provider's outermost decorator, or else of its route, past adapters.
  ///
  /// - Parameters:
  ///   - provider: The provider.
  ///   - maker: The image of the base that creates the instance for one that it keeps, or nil.
  private mutating func index(of provider: Provider, madeBy maker: RegistryImage? = nil) -> Int {
    let part = provider.route.declaration.lifetime == .transient ? maker : nil
    var provider = provider
    while let adapted = provider.adapted { provider = adapted }
    if let decoration = provider.decoration { return index(of: decoration, partOf: part) }
    return index(of: provider.route, partOf: part)
  }

  private mutating func index(of route: CompiledRoute, partOf part: RegistryImage? = nil) -> Int {
    if let index = position(of: route, partOf: part) { return index }
    add(Node(route, madeBy: part ?? keeper(of: route.instanceSlot)))
    return nodes.count - 1
  }

  private mutating func index(of decoration: Decoration, partOf part: RegistryImage?) -> Int {
    if let index = position(of: decoration.decorator, partOf: part) { return index }
    // The inner decorators come first.
    if let inner = decoration.inner.decoration { _ = index(of: inner, partOf: part) }
    let ordinal =
      ordinals[ObjectIdentifier(decoration.decorator)]
      ?? position(of: decoration.inner.route).flatMap { nodes[$0].ordinal }
    add(Node(decoration, ordinal: ordinal, madeBy: part ?? keeper(of: decoration.slot)))
    return nodes.count - 1
  }

  /// Returns the image of the base registry that keeps the instance in a slot, if any.
  private func keeper(of slot: Int?) -> RegistryImage? { slot.flatMap { base?.keeper(of: $0) } }

  /// Returns the position of a route or a decorator, or nil if it isn't in the network.
  func position(of object: AnyObject, partOf maker: RegistryImage? = nil) -> Int? {
    indices.position(of: UInt(bitPattern: ObjectIdentifier(object))) {
      nodes[$0].stands(for: object, partOf: maker)
    }
  }

  private mutating func add(_ node: Node) {
    nodes.append(node)
    indices.append { nodes[$0].word }
  }

  /// Returns the ordinal to which a finding about a node belongs, or nil if a route of the base accepts it.
  ///
  /// - Parameters:
  ///   - node: The node. A decorator is accepted by an entry of its route.
  ///   - code: The code of the finding.
  ///   - other: The ordinal of another part of the finding, for a node of the base.
  func ordinal(of node: Int, for code: Diagnostic.Code, or other: Int) -> Int? {
    let owner = nodes[node].declaration.entriesOwner
    guard owner.accepts(code) else { return nodes[node].ordinal ?? other }
    guard nodes[node].isDecorator else { return nodes[node].ordinal }
    return nodes.first { ($0.object as? CompiledRoute)?.declaration === owner }?.ordinal
  }
}
