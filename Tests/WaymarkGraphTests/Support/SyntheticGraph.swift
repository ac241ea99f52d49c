import Foundation
import WaymarkCore

/// A node of a graph that a test writes.
struct TestNode {
  var id: String
  var module = "AppModule"
  var role = RouteGraph.Node.Role.route
  var kind = DestinationKind.service
  var lifetime = Lifetime.transient
  var scope: String?
  var profile: String?
  var provides: [String] = []
  var isOpen = false
  var fileID = "App/AppModule.swift"
  var line = 1
  var needs: [(to: String, kind: RouteGraph.Edge.Kind, label: String?)] = []
}

extension RouteGraph {
  /// Creates a graph by its JSON, as a file has it.
  init(_ nodes: [TestNode]) throws {
    func text(_ value: String?) -> Any { value ?? NSNull() }
    let object: [String: Any] = [
      "nodes": nodes.map { node -> [String: Any] in
        [
          "id": node.id, "role": node.role.rawValue, "kind": node.kind.rawValue, "lifetime": node.lifetime.rawValue,
          "destination": node.id.split(separator: ".", maxSplits: 1).last.map(String.init) ?? node.id,
          "scope": text(node.scope), "profile": text(node.profile), "module": node.module,
          "provides": node.provides, "requires": [String](), "identifiers": [String](), "urls": [String](),
          "isOpen": node.isOpen, "showsProperties": true, "fileID": node.fileID, "line": node.line,
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

  /// Creates the graph of an application with screens at the top, features below, and services at the bottom.
  static func application(routes count: Int) throws -> RouteGraph {
    var state: UInt64 = 42
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let size = 20
    let names = ["Screen", "Presenter", "Interactor", "Store", "Client", "Cache", "Formatter", "Log"]
    func id(_ index: Int) -> String { "Feature\(index / size)Module.\(names[index % names.count])\(index)" }
    let nodes = (0..<count).map { index -> TestNode in
      let isView = index % names.count == 0
      var node = TestNode(id: id(index), module: "Feature\(index / size)Module")
      node.kind = isView ? .view : .service
      node.lifetime = isView ? .transient : [.transient, .singleton, .transient, .weaklyShared][next(4)]
      node.provides = ["\(isView ? "View" : "Service")<any \(names[index % names.count])\(index)Input>"]
      node.fileID = "Feature\(index / size)/Feature\(index / size)Module.swift"
      node.line = 10 + 4 * (index % size)
      node.isOpen = next(12) == 0
      // Most needs are in the module, the others in modules further down. Some lead back.
      for label in 1...3 where index + 1 < count {
        let isNear = next(3) > 0
        // The modules are in eight tiers, and use the ones of lower tiers.
        let below = (index * 8 / count + 1 + next(2)) * count / 8
        let far = below < count ? below + next(max(1, count / 8)) : count
        let near = index + 1 + next(size - index % size)
        let target = next(400) == 0 ? next(count) : isNear ? near : far
        guard target < count, target != index else { continue }
        node.needs.append((id(target), isNear ? .eager : .lazy, "parameter \(label)"))
      }
      return node
    }
    return try RouteGraph(nodes)
  }
}
