import Foundation
package import WaymarkCore
package import WaymarkInspection

/// A node of a graph that a test writes.
package struct TestNode {
  package var id: String
  package var module: String
  package var role: RouteGraph.Node.Role
  package var kind: DestinationKind
  package var lifetime: Lifetime
  package var scope: String?
  package var profile: String?
  package var provides: [String] = []
  package var requires: [String] = []
  package var identifiers: [String] = []
  package var urls: [String] = []
  package var isOpen = false
  package var showsProperties = true
  package var fileID = "App/AppModule.swift"
  package var line = 1
  package var needs: [(to: String, kind: RouteGraph.Edge.Kind, label: String?)]

  /// The id without the module and the number.
  fileprivate var destination: String {
    String((id.split(separator: ".", maxSplits: 1).last ?? "").prefix { $0 != "#" })
  }

  package init(
    id: String, module: String = "AppModule", role: RouteGraph.Node.Role = .route,
    kind: DestinationKind = .service,
    lifetime: Lifetime = .transient, needs: [(to: String, kind: RouteGraph.Edge.Kind, label: String?)] = []
  ) {
    self.id = id
    self.module = module
    self.role = role
    self.kind = kind
    self.lifetime = lifetime
    self.needs = needs
  }
}

extension RouteGraph {
  /// Creates a graph by its JSON, as a file has it.
  package init(_ nodes: [TestNode]) throws {
    func text(_ value: String?) -> Any { value ?? NSNull() }
    let object: [String: Any] = [
      "nodes": nodes.map { node -> [String: Any] in
        [
          "id": node.id, "role": node.role.rawValue, "kind": node.kind.rawValue,
          "lifetime": node.lifetime.rawValue,
          "destination": node.destination,
          "scope": text(node.scope), "profile": text(node.profile), "module": node.module,
          "provides": node.provides, "requires": node.requires, "identifiers": node.identifiers,
          "urls": node.urls,
          "isOpen": node.isOpen, "showsProperties": node.showsProperties, "fileID": node.fileID,
          "line": node.line,
        ]
      },
      "edges": nodes.flatMap { node in
        node.needs.map { need -> [String: Any] in
          ["from": node.id, "to": need.to, "kind": need.kind.rawValue, "label": text(need.label)]
        }
      },
    ]
    try self.init(json: String(decoding: JSONSerialization.data(withJSONObject: object), as: UTF8.self))
  }
}

extension Registry {
  /// The required tokens of the adapters in force.
  package var adapters: [String] { graph.nodes.filter { $0.role == .adapter }.flatMap(\.provides) }
}
