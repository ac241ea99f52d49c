import WaymarkRuntime

// The parts for life cycles that the registries of one image share.
extension Registry {
  /// The life cycles of this registry's instances, computed once for each image and scope.
  var lifecycleGraph: LifecycleGraph { lifecycleGraphs.graph(of: self) }

  /// Adds an extension, which stops before this registry, even if only the extension has instances to stop.
  ///
  /// - Parameters:
  ///   - other: The extension.
  ///   - isOfScope: Whether only registries of a scope lead to the extension, which don't start this registry.
  func add(_ other: Registry, ofScope isOfScope: Bool = false) {
    if isOfScope { other.lifecycle?.leaveBase() }
    if let lifecycle { return lifecycle.add(other) }
    guard other.lifecycle != nil else { return }
    lifecycleGraphs.add(other)
    base?.add(other)
  }

  /// The extensions of a root without instances to start or to stop.
  var extensionsWithLifecycles: [Registry] {
    guard scope == nil, let graphs = image.lifecycleGraphs.unretained else { return [] }
    // The registries of an image share its graphs.
    return graphs.object.value(as: LifecycleGraphs.self).allExtensions.filter { other in
      sequence(first: other) { $0.base }.contains { $0.isSame(as: self) }
    }
  }

  private var lifecycleGraphs: LifecycleGraphs { image.lifecycleGraphs.value { LifecycleGraphs() } }
}

/// The graphs of the registries with one image, for each scope and base.
private final class LifecycleGraphs: Sendable {
  // The runtime creates the metadata of a structure faster than the one of a tuple.
  private struct Entry {
    let scope: ObjectIdentifier?
    let base: ObjectIdentifier?
    let graph: LifecycleGraph
  }

  // An image has few graphs. A process's first dictionary with such keys would take longer than a graph.
  private let entries = Lock<[Entry]>([])

  /// The extensions of the registries, if these have no lifecycle of their own.
  private let extensions = Lock<[Lifecycle.WeakRegistry]>([])

  var allExtensions: [Registry] { extensions.withLock { $0.compactMap(\.registry) } }

  func add(_ registry: Registry) {
    // Releasing registries runs users' code.
    withExtendedLifetime(extensions.withLock { Lifecycle.WeakRegistry.add(registry, to: &$0) }) {}
  }

  func graph(of registry: Registry) -> LifecycleGraph {
    let (scope, base) = (registry.scope?.identity, registry.base.map { ObjectIdentifier($0.image) })
    return entries.withLock { entries in
      if let known = entries.first(where: { $0.scope == scope && $0.base == base }) { return known.graph }
      // This runs no code of users, and takes no other lock that waits for this one.
      let graph = LifecycleGraph(registry)
      entries.append(Entry(scope: scope, base: base, graph: graph))
      return graph
    }
  }
}
