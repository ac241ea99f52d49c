import WaymarkRuntime

/// The result of creating every destination once (``Registry/dryRun()``).
///
///     let dryRun = registry.dryRun()
///     for diagnostic in dryRun.diagnostics { print(diagnostic) }
///     print(dryRun.graph.mermaid())
public struct DryRun: Sendable {
  /// The diagnostics of the registry, and an error for each destination that couldn't be created.
  ///
  /// The note about routes with unknown dependencies is omitted.
  public let diagnostics: [Diagnostic]

  /// The notes about routes that no declaration leads to and no closure has requested.
  public let unreachableRoutes: [Diagnostic]

  /// The graph of the registry, with the requests of closures as ``RouteGraph/Edge/Kind/observed`` edges.
  public let graph: RouteGraph
}

/// A recorder of the requests that routes make during creation.
final class DryRunRecorder: RegistryRecorder, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the only mutable state is protected by a lock.

  struct Request: Sendable {
    let route: CompiledRoute
    let key: TokenKey
  }

  private let asked = Lock<[Request]>([])

  /// The requests of all routes, in order.
  var requests: [Request] { asked.withLock { $0 } }

  override func asked(for key: TokenKey) {
    guard let route = ResolutionStack.all.lazy.compactMap({ $0.subject as? CompiledRoute }).first else {
      return
    }
    asked.withLock { $0.append(Request(route: route, key: key)) }
  }
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
  /// run reports a diagnostic and continues.
  ///
  /// To create routes that need a scope, use the registry of an opened scope. To create routes that need an instance of
  /// ``start()``, start this registry first. Because factories actually run, call it in tests, and override factories
  /// with effects outside of the program.
  ///
  /// - Returns: The diagnostics and the completed graph.
  /// - Complexity: Linear in the number of routes and dependencies, in addition to the factories.
  @MainActor
  public func dryRun() -> DryRun {
    let recorder = DryRunRecorder()
    let registry = recorded(by: recorder, hasHandlers: false)
    for route in layer.routes where route.declaration.needsStart { registry.adoptStarted(route, of: self) }
    defer { registry.releaseInstances() }
    var found: [Diagnostic] = []
    for route in layer.routes where isInForce(.route(route)) && !route.declaration.needsConfiguration {
      do throws(RouteError) {
        _ = try MakingRequest(in: registry).makeAny(route)
      } catch {
        // A failing route makes all dependent routes fail. Report only the first failure.
        guard error.isRaised(in: route), error.code != .scopeNotOpen, error.code != .notStarted else {
          continue
        }
        found.append(.dryRunFailed(route.declaration, error))
      }
    }
    // The requests of open routes, now known, make further routes reachable.
    let reached = Set(
      recorder.requests.compactMap { request -> DeclarationLocation? in
        guard let route = provider(for: request.key)?.route, route !== request.route else { return nil }
        return route.declaration.location
      })
    return DryRun(
      diagnostics: diagnostics.filter { $0.code != .openRoutes } + found,
      unreachableRoutes: unreachableRoutes.filter { !reached.contains($0.location) },
      graph: RouteGraphBuilder(self).graph(observed: recorder.requests))
  }
}

extension Diagnostic {
  fileprivate static func dryRunFailed(_ declaration: RouteDeclaration, _ error: RouteError) -> Diagnostic {
    Diagnostic(
      .dryRunFailed, at: declaration.location,
      "a dry run could not make \(TypeName.of(declaration.destination))",
      detail: error.description.replacing("\n", with: "\n    "), remedy: nil)
  }
}
