/// The compiler's input from the base of a derived registry.
package struct Snapshot: Sendable {
  package let layer: RegistryLayer
  let stage: Registry.Stage
  /// The types of the modules, which an extension skips.
  let modules: LayeredList<ObjectIdentifier>?
  /// Whether a test compiled one module without its dependencies.
  let isIsolated: Bool
}

extension Registry {
  /// The part of an application's declarations that a registry has.
  ///
  ///     let early = try Registry(stage: .early) { LaunchModule() }
  ///     let complete = try early.extending { EditorModule() }
  public enum Stage: String, Sendable, Hashable, Codable, CaseIterable {
    /// The declarations that the first screen needs, to complete later with ``Registry/extending(stage:_:)``.
    ///
    /// An early registry can lack dependencies that are resolved later, by a `@Routed` property or a router. Compiling
    /// the complete extension checks them, in all profiles, so an early registry keeps the routes of other profiles. An
    /// error about a missing provider says that the registry is early.
    case early
    /// All declarations, which must provide every dependency.
    case complete
  }
}

/// A description of a route, for logs, tests, and tools.
///
///     for route in registry.routes where route.kind == .view {
///       print(route.destination, route.provides, route.location)
///     }
public struct RouteDescription: Sendable, Hashable {
  /// The name of the destination's type.
  public let destination: String
  /// The kind of the destination.
  public let kind: DestinationKind
  /// The lifetime of the route's instances.
  public let lifetime: Lifetime
  /// The name of the scope that keeps the instances, if any.
  public let scope: String?
  /// The tokens that the route provides in this registry, as source text: `View<any EditorInput>`.
  public let provides: [String]
  /// The required tokens of the adapters that lead to the route, as source text.
  public let adapted: [String]
  /// The collections that the route contributes to in this registry: `Services<any HealthCheck> as "disk"`.
  public let contributions: [String]
  /// The strings of the route's ``Identifier`` entries.
  public let identifiers: [String]
  /// The URL patterns that lead to the route in this registry.
  public let urls: [String]
  /// The name of the declaring module, or nil in the registry's own block.
  public let module: String?
  /// The name of the route's first picked profile, or nil outside of ``When``.
  public let profile: String?
  /// The location of the route's declaration.
  public let location: DeclarationLocation
}

/// A list that derived registries append to without copying the elements of their bases.
///
/// A new part absorbs parts that aren't at least twice its size, so there are at most log₂ n parts, as with a
/// registry's layers.
final class LayeredList<Element: Sendable>: Sendable {
  private let own: [Element]
  let below: LayeredList?

  private init(_ own: [Element], below: LayeredList?) {
    self.own = own
    self.below = below
  }

  /// Returns a list with more elements at its end, or the same list if there are none to add.
  static func adding(_ elements: [Element], to base: LayeredList?) -> LayeredList? {
    guard !elements.isEmpty else { return base }
    var own = elements
    var below = base
    while let next = below, next.own.count < 2 * own.count {
      own = next.own + own
      below = next.below
    }
    return LayeredList(own, below: below)
  }

  /// All elements, oldest first, in linear time.
  var elements: [Element] {
    var parts: [[Element]] = []
    var next: LayeredList? = self
    while let part = next {
      parts.append(part.own)
      next = part.below
    }
    return parts.reversed().flatMap(\.self)
  }
}
