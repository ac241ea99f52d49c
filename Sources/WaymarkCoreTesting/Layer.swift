/// A layer of an architecture, with the modules that belong to it.
///
///     Layer("Storage", modules: "ArchiveModule", "*StoreModule")
///
/// You pass layers to `expectLayers` from top to bottom.
public struct Layer: Sendable, Hashable {
  /// The name of the layer, for issues.
  public let name: String
  /// The names of modules.
  ///
  /// A `*` stands for any characters.
  public let modules: [String]

  /// Creates a layer.
  ///
  /// - Parameters:
  ///   - name: The name of the layer, for issues.
  ///   - modules: The names of modules, as in `RouteGraph.Node.module`. A `*` stands for any characters.
  public init(_ name: String, modules: String...) {
    self.name = name
    self.modules = modules
  }
}

/// A result builder that collects the layers of `expectLayers`.
@resultBuilder
public enum LayersBuilder {
  /// Builds the layers of one expression.
  public static func buildExpression(_ layer: Layer) -> [Layer] { [layer] }
  /// Builds the layers of a block.
  public static func buildBlock(_ layers: [Layer]...) -> [Layer] { layers.flatMap { $0 } }
  /// Builds the layers of a condition that holds, or nothing.
  public static func buildOptional(_ layers: [Layer]?) -> [Layer] { layers ?? [] }
  /// Builds the layers of the first branch.
  public static func buildEither(first layers: [Layer]) -> [Layer] { layers }
  /// Builds the layers of the second branch.
  public static func buildEither(second layers: [Layer]) -> [Layer] { layers }
  /// Builds the layers of a loop.
  public static func buildArray(_ layers: [[Layer]]) -> [Layer] { layers.flatMap { $0 } }
}
