import WaymarkRuntime

extension Registry {
  /// The life cycles of this registry's instances, computed once for each image and scope.
  var lifecycleGraph: LifecycleGraph { lifecycleGraphs.graph(of: self) }

  /// Returns the slots of a route's instance and of its conversions and wrappers.
  func slots(of route: CompiledRoute) -> Set<Int> { lifecycleGraphs.slots(of: route, in: image) }

  private var lifecycleGraphs: LifecycleGraphs { image.lifecycleGraphs.value { LifecycleGraphs() } }
}

/// The graphs of the registries with one image, for each scope and base, and the slots of the image's routes.
private final class LifecycleGraphs: Sendable {
  // The runtime creates the metadata of a structure faster than the one of a tuple.
  private struct Entry {
    let scope: ObjectIdentifier?
    let base: ObjectIdentifier?
    let graph: LifecycleGraph
  }

  // An image has few graphs. A process's first dictionary with such keys would take longer than a graph.
  private let entries = Lock<[Entry]>([])
  /// The slots of each route, computed at the first stop, because a stop of a scope must not look at all routes.
  private let slots = OnceReference<LazyPart>()

  func graph(of registry: Registry) -> LifecycleGraph {
    let (scope, base) = (registry.scope?.identity, registry.base.map { ObjectIdentifier($0.image) })
    func known(_ entries: [Entry]) -> LifecycleGraph? {
      entries.first { $0.scope == scope && $0.base == base }?.graph
    }
    if let graph = entries.withLock({ known($0) }) { return graph }
    let graph = LifecycleGraph(registry)
    return entries.withLock { entries in
      if let first = known(entries) { return first }
      entries.append(Entry(scope: scope, base: base, graph: graph))
      return graph
    }
  }

  func slots(of route: CompiledRoute, in image: RegistryImage) -> Set<Int> {
    slots.value { Self.slots(in: image) }[ObjectIdentifier(route)] ?? []
  }

  private static func slots(in image: RegistryImage) -> [ObjectIdentifier: Set<Int>] {
    var slots: [ObjectIdentifier: Set<Int>] = [:]
    for image in image.fromTheBase {
      for route in image.declarations.compactMap(\.route) {
        slots[ObjectIdentifier(route)] = route.instanceSlot.map { [$0] }
      }
      let members = image.collections.values.flatMap(\.members).map(\.provider)
      for provider in image.providers + members {
        slots[ObjectIdentifier(provider.route)]?.formUnion(provider.slots)
      }
    }
    return slots
  }
}

extension Provider {
  /// The slots of the instance as the provider's type, and inside of its decorators.
  fileprivate var slots: [Int] {
    (slot == -1 ? [] : [slot]) + (decoration.map { $0.inner.slots + ($0.slot.map { [$0] } ?? []) } ?? [])
      + (adapted?.slots ?? [])
  }
}
