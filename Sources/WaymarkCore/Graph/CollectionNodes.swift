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
