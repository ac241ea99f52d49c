import SeededTesting
import SharedFixtures
import WaymarkCore
import WaymarkInspection

extension RouteGraph {
  /// Creates the graph of an application with screens at the top, features below, and services at the bottom.
  static func application(routes count: Int) throws -> RouteGraph {
    var generator = SeededGenerator(seed: 42)
    func next(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
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
