#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RouteGraph {
  /// The graph as JSON, which ``init(json:)`` reads.
  ///
  /// An object with `nodes` and `edges`: arrays of objects whose keys are the names of the properties of
  /// ``Node`` and ``Edge``, sorted, with `kind`, `lifetime` and `role` as the names of their cases. A `label`
  /// that is nil is left out.
  ///
  /// - Returns: The text, which is the same for the same graph.
  /// - Throws: Nothing in practice; the encoder's signature asks for it.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// Reads a graph that ``json()`` wrote.
  ///
  /// - Parameter json: The text.
  /// - Throws: What is wrong with the text, as the decoder says it.
  public init(json: String) throws {
    self = try JSONDecoder().decode(RouteGraph.self, from: Data(json.utf8))
  }
}
