/// The nodes of the scopes that routes use, in the order of their first use, and of those around them.
struct ScopeNodes {
  private(set) var nodes: [RouteGraph.Node] = []
  /// The connections of scopes to those that enclose them.
  private(set) var edges: [RouteGraph.Edge] = []
  private var ids: [ObjectIdentifier: String] = [:]

  /// Returns the identifier of a scope's node, which is added if there's none.
  mutating func id(of scope: any RouteScope.Type) -> String {
    if let id = ids[ObjectIdentifier(scope)] { return id }
    let name = TypeName.of(scope)
    let module = String(QualifiedName.of(scope).prefix { $0 != "." })
    let number = 1 + nodes.count { $0.module == module && $0.destination == name }
    let id = number == 1 ? "\(module).\(name)" : "\(module).\(name)#\(number)"
    ids[ObjectIdentifier(scope)] = id
    nodes.append(
      RouteGraph.Node(
        id: id, role: .scope, destination: name, kind: .service, lifetime: .scoped, scope: nil,
        profile: nil, module: module,
        provides: [], requires: [], identifiers: [], urls: [], isOpen: false, showsProperties: true,
        fileID: "",
        line: 0))
    if let outer = ScopeChain.of(scope).dropFirst().first {
      edges.append(RouteGraph.Edge(from: id, to: self.id(of: outer), kind: .scope, label: nil))
    }
    return id
  }
}

/// The nodes of the collections of a registry, in the order of their first contribution or use.
struct CollectionNodes {
  private(set) var nodes: [RouteGraph.Node] = []
  private var ids: [TokenKey: String] = [:]

  /// Returns the identifier of a collection's node, which is added if there's none.
  mutating func id(of token: TokenDescription) -> String {
    if let id = ids[token.key] { return id }
    let module = String(QualifiedName.of(token.type).prefix { $0 != "." })
    let number = 1 + nodes.count { $0.module == module && $0.destination == token.description }
    let id = number == 1 ? "\(module).\(token)" : "\(module).\(token)#\(number)"
    ids[token.key] = id
    nodes.append(
      RouteGraph.Node(
        id: id, role: .collection, destination: token.description, kind: token.role.kind,
        lifetime: .transient,
        scope: nil, profile: nil, module: module, provides: [token.description], requires: [],
        identifiers: [],
        urls: [], isOpen: false, showsProperties: true, fileID: "", line: 0))
    return id
  }
}
