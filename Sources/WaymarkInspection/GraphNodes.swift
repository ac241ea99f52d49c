import WaymarkCore

/// The names of a graph's nodes.
struct GraphNames {
  private var counts: [String: Int] = [:]

  /// Returns a name with a number, unless the node is the first one with this name.
  mutating func unique(_ name: String) -> String {
    let number = (counts[name] ?? 0) + 1
    counts[name] = number
    return number == 1 ? name : "\(name)#\(number)"
  }
}

/// The nodes of used and enclosing scopes, in the order of first use.
struct ScopeNodes {
  private(set) var nodes: [RouteGraph.Node] = []
  private(set) var edges: [RouteGraph.Edge] = []
  private var ids: [ObjectIdentifier: String] = [:]
  private var names: GraphNames

  init(_ names: GraphNames) { self.names = names }

  /// Returns the identifier of a scope's node, adding the node if needed.
  mutating func id(of scope: any RouteScope.Type) -> String {
    if let id = ids[ObjectIdentifier(scope)] { return id }
    let name = TypeName.of(scope)
    let module = String(QualifiedName.of(scope).prefix { $0 != "." })
    let id = names.unique("\(module).\(name)")
    ids[ObjectIdentifier(scope)] = id
    nodes.append(
      RouteGraph.Node(
        id: id, role: .scope, destination: name, kind: .service, lifetime: .scoped, scope: nil,
        profile: nil, module: module,
        provides: [], requires: [], identifiers: [], urls: [], isOpen: false, showsProperties: true,
        fileID: "",
        line: 0))
    let outer = ScopeChain.outer(of: scope)
    if outer.type != RootScope.self, outer.type != scope {
      edges.append(
        RouteGraph.Edge(
          from: id, to: self.id(of: outer.type), kind: .scope, label: outer.isOptional ? "optional" : nil))
    }
    return id
  }
}

/// The nodes of collections, in the order of first contribution or use.
struct CollectionNodes {
  private(set) var nodes: [RouteGraph.Node] = []
  private var ids: [TokenKey: String] = [:]
  private var names: GraphNames

  init(_ names: GraphNames) { self.names = names }

  mutating func id(of token: TokenDescription) -> String {
    if let id = ids[token.key] { return id }
    let module = String(QualifiedName.of(token.type).prefix { $0 != "." })
    let id = names.unique("\(module).\(token)")
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
