/// What the compiler reads of the registry from which another one is derived.
package struct Snapshot: Sendable {
  package let layer: RegistryLayer
  let stage: Registry.Stage
  /// The types of the modules, which an extension doesn't compile again.
  let modules: LayeredList<ObjectIdentifier>?
  /// Whether one module was compiled alone, without those that it needs.
  let isIsolated: Bool
}

extension Registry {
  /// The part of an application's declarations that a registry has.
  ///
  ///     let early = try Registry(stage: .early) { LaunchModule() }
  ///     let complete = try early.extending { EditorModule() }
  public enum Stage: String, Sendable, Hashable, Codable, CaseIterable {
    /// The declarations that the first screen needs; ``Registry/extending(stage:_:)`` adds the others later.
    ///
    /// Dependencies that are only resolved later, by a `@Routed` property or a router, may be missing from an
    /// early registry. They're checked when the registry is extended to a complete one. An error about a
    /// missing provider says that the registry is early.
    case early
    /// All declarations: every dependency has to be provided.
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
  /// The name of the scope that keeps the instances; nil if none does.
  public let scope: String?
  /// The tokens that the route provides in this registry, as they're written: `View<any EditorInput>`.
  public let provides: [String]
  /// The required tokens of the adapters that lead to the route, as they're written.
  public let adapted: [String]
  /// The collections to which the route contributes in this registry: `Services<any HealthCheck> as "disk"`.
  public let contributions: [String]
  /// The strings of the route's ``Identifier`` entries.
  public let identifiers: [String]
  /// The URL patterns that lead to the route in this registry.
  public let urls: [String]
  /// The name of the module type that declares the route; nil for a route in the registry's own block.
  public let module: String?
  /// The name of the profile that the route belongs to, the first one if several of its profiles are picked; nil outside
  /// of ``When``.
  public let profile: String?
  /// The location of the route's declaration.
  public let location: DeclarationLocation
}

/// A list that derived registries append to without copying the elements of their bases.
///
/// A new part absorbs the parts below it that aren't at least twice its size, so that there are at most log₂
/// n parts, as with the layers of a registry.
final class LayeredList<Element: Sendable>: Sendable {
  private let own: [Element]
  /// The older parts.
  let below: LayeredList?

  private init(_ own: [Element], below: LayeredList?) {
    self.own = own
    self.below = below
  }

  /// Returns a list with more elements at its end; the same list if there are none to add.
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

  /// All elements, oldest first.
  ///
  /// - Complexity: Linear in the number of elements.
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
