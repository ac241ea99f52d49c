public import WaymarkCore

/// The result of creating every destination once (``Registry/dryRun()``).
///
///     let dryRun = registry.dryRun()
///     for diagnostic in dryRun.diagnostics { print(diagnostic) }
///     print(dryRun.graph.mermaid())
public struct DryRun: Sendable {
  /// The diagnostics of the registry, an error for each route that failed, and a warning for each URL pattern without a
  /// parameter that the `open:` closure of its route reads.
  ///
  /// Routes that failed only because of another one have no error of their own. The note about routes with unknown
  /// dependencies is omitted.
  public let diagnostics: [Diagnostic]

  /// The notes about routes that no declaration leads to and no closure has requested.
  public let unreachableRoutes: [Diagnostic]

  /// The graph of the registry, with the requests of closures as ``RouteGraph/Edge/Kind/observed`` edges.
  public let graph: RouteGraph
}

extension Registry {
  /// Creates every destination once, to find the dependencies that declarations don't show.
  ///
  ///     @Test @MainActor func everyDestinationCanBeMade() throws {
  ///       #expect(try Registry.application().dryRun().diagnostics.isEmpty)
  ///     }
  ///
  /// A closure that takes a ``Resolver`` can request any interface, and no rule of compilation can check that. A dry
  /// run creates every destination in a separate registry with new instances, and records the requests. Routes with a
  /// configuration use the default one, and the dry run omits routes without a default. If a factory throws, the dry
  /// run reports a diagnostic and continues. It also requests each token of an adapter, a decorator, or a closure in
  /// `.as`, which can fail after the factory of the route. It runs each `open:` closure with a URL of each pattern.
  ///
  /// To create routes that need a scope, use the registry of an opened scope. To create routes that need an instance of
  /// ``start()``, start this registry first: they use its started instances. Otherwise, the dry run omits these routes.
  /// Because factories actually run, call it in tests, and override factories with effects outside of the program.
  ///
  /// - Returns: The diagnostics and the completed graph.
  /// - Complexity: Linear in the number of routes and dependencies, in addition to the factories.
  @MainActor
  public func dryRun() -> DryRun {
    let recorder = RequestRecorder(parent: makingRecorder)
    let registry = recorded(by: recorder, hasHandlers: false)
    registry.adoptStarted(from: self)
    defer { registry.releaseInstances() }
    var failures: [Failure] = []
    func check(_ route: CompiledRoute, _ make: () throws(RouteError) -> Any) {
      do throws(RouteError) {
        _ = try make()
      } catch {
        // A scope that isn't open can be open for other requests, but never for an instance of the root. An isolated
        // module lacks what others provide.
        let isExpected =
          error.code == .scopeNotOpen
          ? error.firstKeptByRoot !== route : [.notStarted, .unimplemented].contains(error.code)
        if !isExpected { failures.append((route, error)) }
      }
    }
    let routes = image.routes.filter { image.isInForce($0) && !$0.declaration.needsConfiguration }
    for route in routes {
      check(route) { () throws(RouteError) in try MakingRequest(in: registry).make(route, as: nil, Any.self) }
    }
    let made = Set(routes.map { ObjectIdentifier($0) })
    for provider in image.changingProviders where made.contains(ObjectIdentifier(provider.route)) {
      check(provider.route) { () throws(RouteError) in
        try MakingRequest(in: registry).make(provider, as: Any.self)
      }
    }
    var found = diagnostics.filter { $0.code != .openRoutes }
    for failure in Self.causes(of: failures) {
      found.append(.dryRunFailed(failure.route.declaration, failure.error))
    }
    for route in routes {
      for feature in route.declaration.features {
        if let problem = feature.dryRun(of: route) { found.append(problem) }
      }
    }
    // The requests of closures, now known, make further routes reachable.
    let requests = recorder.requests
    var reached: Set<ObjectIdentifier> = []
    for request in requests {
      guard let route = provider(for: request.token)?.route, ObjectIdentifier(route) != request.maker else {
        continue
      }
      reached.insert(ObjectIdentifier(route.declaration))
    }
    return DryRun(
      diagnostics: found,
      unreachableRoutes: unreachableRoutes.filter { note in
        !(note.route.map { reached.contains(ObjectIdentifier($0)) } ?? false)
      },
      graph: RouteGraphBuilder.graph(of: self, observed: requests))
  }

  /// The error of a route that a dry run has tried to create.
  private typealias Failure = (route: CompiledRoute, error: RouteError)

  /// Returns the failures that no other failure explains, in their order.
  ///
  /// A failing route makes all dependent routes fail. The failure closest to the cause has the shortest path.
  private static func causes(of failures: [Failure]) -> [Failure] {
    var failed: Set<ObjectIdentifier> = []
    func isCause(_ failure: Failure) -> Bool {
      let isExplained = ([failure.route] + failure.error.routes).contains { route in
        route.declaration.accepts(.dryRunFailed) || failed.contains(ObjectIdentifier(route))
      }
      return !isExplained && failed.insert(ObjectIdentifier(failure.route)).inserted
    }
    // Sorting keeps the order of failures with paths of the same length.
    let shortestFirst = failures.indices.sorted {
      failures[$0].error.routes.count < failures[$1].error.routes.count
    }
    var causes = Array(repeating: false, count: failures.count)
    for index in shortestFirst { causes[index] = isCause(failures[index]) }
    return failures.indices.filter { causes[$0] }.map { failures[$0] }
  }
}

extension RegistryImage {
  /// The providers in force that don't simply provide the destinations of their routes.
  fileprivate var changingProviders: [Provider] {
    var found: [Provider] = []
    func add(_ provider: Provider) {
      if !provider.token.role.isModule, provider.changesDestination { found.append(provider) }
    }
    for image in fromTheBase {
      for provider in image.providers where self.provider(for: provider.token) === provider { add(provider) }
    }
    for token in collectionTokens { collection(withToken: token)?.members.forEach { add($0.provider) } }
    return found
  }
}

extension Diagnostic {
  fileprivate static func dryRunFailed(_ declaration: RouteDeclaration, _ error: RouteError) -> Diagnostic {
    Diagnostic(
      .dryRunFailed, at: declaration.location,
      "a dry run could not make \(TypeName.of(declaration.destination))",
      detail: error.description.replacing("\n", with: "\n    "),
      remedy: """
        override what its factory needs
        add Accepts(.dryRunFailed, because: …) to \(declaration.text), if it can only be made for a caller
        """)
  }
}
