#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RouteGraph {
  /// Returns the graph as JSON, which ``init(json:)`` reads.
  ///
  ///     let restored = try RouteGraph(json: registry.graph.json())
  ///
  /// The JSON is an object with the arrays `nodes` and `edges`. Their objects have the names of the
  /// properties of ``Node`` and ``Edge`` as keys, sorted; `kind`, `lifetime`, and `role` are names of cases.
  /// A nil `label` is omitted.
  ///
  /// - Returns: The JSON. It's the same for the same graph.
  /// - Throws: Errors of the encoder; none are known to occur.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// Creates a graph from JSON that ``json()`` returned.
  ///
  /// - Parameter json: The JSON.
  /// - Throws: `DecodingError` if the string isn't valid JSON or doesn't describe a graph.
  public init(json: String) throws {
    self = try JSONDecoder().decode(RouteGraph.self, from: Data(json.utf8))
  }
}
