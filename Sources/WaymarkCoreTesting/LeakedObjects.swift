import WaymarkCore
import WaymarkInspection

/// The objects that still exist after a test, each with the others that it needs and probably retains.
///
/// A single leaked object retains its dependencies, so an issue for each of them would hide the one to fix.
struct LeakedObjects {
  typealias Made = MakingRecorder.Made

  /// The objects that no other object needs, each with the ones that it needs.
  private(set) var groups: [(made: Made, needed: [Made])] = []

  /// Groups objects by the dependencies of their routes.
  ///
  /// - Parameters:
  ///   - objects: The objects that exist, in the order of their creation.
  ///   - graph: The graph of the registry that made them, or nil to put each object into a group of its own.
  init(_ objects: [Made], in graph: RouteGraph?) {
    let places = objects.map(\.location.description)
    let needs = graph.map { Self.needs(of: Set(places), in: $0) } ?? [:]
    func isNeeded(_ place: String, by other: String) -> Bool {
      // Routes that need each other are in a cycle, and an object of either can be the cause.
      needs[other]?.contains(place) == true && needs[place]?.contains(other) != true
    }
    let needed = Set(places).filter { place in needs.keys.contains { isNeeded(place, by: $0) } }
    var indices: [(place: String, index: Int)] = []
    for (object, place) in zip(objects, places) where !needed.contains(place) {
      if !indices.contains(where: { $0.place == place }) { indices.append((place, groups.count)) }
      groups.append((object, []))
    }
    for (object, place) in zip(objects, places) where needed.contains(place) {
      if let group = indices.first(where: { isNeeded(place, by: $0.place) }) {
        groups[group.index].needed.append(object)
      } else {
        // Several routes share this place, so that the places don't show which of their objects needs it.
        groups.append((object, []))
      }
    }
  }

  /// Returns the places of the routes that each route needs, directly or through others.
  private static func needs(of places: Set<String>, in graph: RouteGraph) -> [String: Set<String>] {
    let names = Dictionary(graph.nodes.map { ($0.id, "\($0.fileID):\($0.line)") }) { first, _ in first }
    let edges = Dictionary(grouping: graph.edges, by: \.from)
    var needs: [String: Set<String>] = [:]
    for node in graph.nodes {
      guard let place = names[node.id], places.contains(place) else { continue }
      var seen: Set<RouteGraph.Node.ID> = [node.id]
      var open = [node.id]
      while let next = open.popLast() {
        for edge in edges[next] ?? [] where seen.insert(edge.to).inserted { open.append(edge.to) }
      }
      needs[place, default: []].formUnion(seen.compactMap { names[$0] })
    }
    return needs
  }

  /// Returns the line about the objects that an object needs, or an empty string if there are none.
  static func text(about needed: [Made]) -> String {
    guard let first = needed.first else { return "" }
    guard needed.count > 1 else { return "\n    so does \(first.type), which it needs" }
    let shown = needed.prefix(5).map(\.type).joined(separator: ", ")
    let more = needed.count > 5 ? ", and \(needed.count - 5) more" : ""
    return "\n    so do \(needed.count) objects that it needs: \(shown)\(more)"
  }
}
