extension Registry {
  /// The warnings and notes of compilation, including the ones of base registries.
  ///
  ///     for diagnostic in registry.diagnostics where diagnostic.severity == .warning { print(diagnostic) }
  ///
  /// They include no errors, because an error makes the initializer throw. ``unreachableRoutes`` has the notes about
  /// routes that no declaration requests.
  ///
  /// - Complexity: Linear in their number.
  public var diagnostics: [Diagnostic] { found.filter { $0.code != .unreachableRoute } }

  /// The notes about routes that no declaration leads to (`unreachable-route`), including the notes of base registries.
  ///
  /// They aren't among the ``diagnostics``, because no declaration shows the requests of handlers and ``Router``. To
  /// find unused routes, add an ``EntryPoint`` to each route that only the application requests.
  ///
  /// In a derived registry, all declarations count together, including the ones of its base.
  ///
  /// - Complexity: Linear in the number of ``diagnostics``, and if there are notes, of routes and their dependencies.
  public var unreachableRoutes: [Diagnostic] {
    unreachable.map { .unreachableRoute($0) } + found.filter { $0.code == .unreachableRoute }
  }

  /// The routes that nothing led to in their own compilation, without the ones that the other parts of a derived
  /// registry lead to.
  private var unreachable: [RouteDeclaration] {
    let noted = properties.unreachable?.elements ?? []
    guard !noted.isEmpty else { return [] }
    let network = Network(root.image)
    let needed = Set(network.needed.map { ObjectIdentifier(network.nodes[$0].declaration) })
    return noted.filter { !needed.contains(ObjectIdentifier($0)) }
  }

  private var found: [Diagnostic] { properties.found?.elements ?? [] }
}
