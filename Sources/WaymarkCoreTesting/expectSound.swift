import Dispatch
import Foundation
public import Testing
public import WaymarkCore
import WaymarkInspection
import WaymarkRuntime

/// Expects that a registry has no diagnostics, and reports each at the source location of its declaration.
///
///     @Test func registryIsSound() throws { expectSound(try Registry.application(), dryRun: true) }
///
/// Errors fail the test. Warnings and notes are issues with the severity of a warning. Only `expectSound`
/// reports a `Routed` property that no rule checks (`unseen-property`), because it resolves the type of each property.
///
/// - Parameters:
///   - registry: The registry.
///   - dryRun: Whether to create every destination once, on the main actor, to observe the requests of closures, and to
///     open a URL of each pattern. This omits the note about closures with unknown dependencies.
///   - unreachable: Whether to report routes that no declaration leads to (`unreachable-route`). Declarations don't
///     show the requests of handlers and `Router`, so routes for only these requests need an `EntryPoint`.
public func expectSound(_ registry: Registry, dryRun: Bool = false, unreachable: Bool = false) {
  for diagnostic in diagnostics(of: registry, dryRun: dryRun, unreachable: unreachable) {
    Issue.record(diagnostic, sourceLocation: SourceLocation(diagnostic.location))
  }
}

/// Expects that the registries of some profiles have no diagnostics.
///
///     @Test func everyProfileIsSound() {
///       expectSound(in: [.preview, .kiosk]) { ShopModule() }
///     }
///
/// Each diagnostic is reported once, at the source location of its declaration. Errors fail the test. Warnings and
/// notes are issues with the severity of a warning.
///
/// - Parameters:
///   - profiles: The profiles, with nil for the registry without a profile.
///   - dryRun: Whether to create every destination once, on the main actor, to observe the requests of closures.
///   - unreachable: Whether to report routes that no declaration leads to (`unreachable-route`).
///   - fileID: The source file to report if nothing declares a profile. By default, the caller's.
///   - line: The source line to report if nothing declares a profile. By default, the caller's.
///   - routes: The routes, adapters, decorators, and modules.
public func expectSound(
  in profiles: [Profile?], dryRun: Bool = false, unreachable: Bool = false, fileID: StaticString = #fileID,
  line: Int = #line,
  @RoutesBuilder _ routes: () -> Routes
) {
  var seen: Set<String> = []
  for profile in profiles {
    let found: [Diagnostic]
    do {
      let registry = try Registry(profile: profile, fileID: fileID, line: line, routes)
      found = diagnostics(of: registry, dryRun: dryRun, unreachable: unreachable)
    } catch {
      found = error.diagnostics
    }
    for diagnostic in found
    where seen.insert("\(diagnostic.location) \(diagnostic.message)").inserted {
      Issue.record(diagnostic, sourceLocation: SourceLocation(diagnostic.location))
    }
  }
}

private func diagnostics(of registry: Registry, dryRun: Bool, unreachable: Bool) -> [Diagnostic] {
  let run = dryRun ? onMainActor { registry.dryRun() } : nil
  return (run?.diagnostics ?? registry.diagnostics) + registry.unseenProperties
    + (unreachable ? run?.unreachableRoutes ?? registry.unreachableRoutes : [])
}

/// Runs a closure on the main actor and waits for its result, from a synchronous function.
private func onMainActor<Result: Sendable>(_ body: @MainActor @Sendable () -> Result) -> Result {
  if MainThread.isCurrent { return MainActor.assumeIsolated(body) }
  return DispatchQueue.main.sync { MainActor.assumeIsolated(body) }
}

/// One route of a registry, as the argument of a test, so that the report names a factory that fails.
///
///     @Test(arguments: try Registry.application().routeCases)
///     func everyRouteCanBeMade(_ route: RouteCase) async throws { try await route.make() }
public struct RouteCase: Sendable, CustomTestStringConvertible {
  /// The route, as a node of the registry's graph.
  public let route: RouteGraph.Node
  fileprivate let router: AnyRouter

  /// Creates the destination and releases it.
  ///
  /// A module route uses its default configuration.
  ///
  /// - Throws: The error of the creation.
  @MainActor
  public func make() throws(RouteError) {
    do throws(RouteError) {
      _ = try router.makeDestination()
    } catch {
      guard error.code == .notStarted else { throw error }
      throw error.remedied(by: "start the registry before you read its routeCases")
    }
  }

  /// The destination, its interfaces and names, and the source location of the route.
  public var testDescription: String {
    let names = route.provides + route.identifiers.map { "\"\($0)\"" } + route.urls
    return "\(route.destination) as \(names.joined(separator: ", ")) (\(route.fileID):\(route.line))"
  }
}

extension Registry {
  /// The routes of the registry as arguments of a test, in a separate registry.
  ///
  /// They don't include routes that need a configuration from their caller, or a scope that isn't open in this
  /// registry. To make routes that need an instance of ``Waymark/Registry/start()``, start this registry first:
  ///
  ///     func startedCases() async throws -> [RouteCase] {
  ///       let registry = try Registry.application()
  ///       try await registry.start()
  ///       return registry.routeCases
  ///     }
  ///
  /// - Complexity: Linear in the number of routes and dependencies, times the number of scopes.
  public var routeCases: [RouteCase] {
    let recorder = makingRecorder ?? MakingRecorder(parent: nil)
    let registry = recorded(by: recorder, hasHandlers: true)
    registry.adoptStarted(from: self)
    recorder.add(registry)
    return registry.routersInForce.map { RouteCase(route: $0.route, router: $0.router) }
  }
}

/// Expects that the graph of a registry is equal to the graph in a file beside the test.
///
///     @Test func graphIsReviewed() throws {
///       expectGraph(of: try Registry.application(), matches: "Graphs/application.json")
///     }
///
/// A difference is an issue that lists additions, removals, and changes. If the file doesn't exist, the first run
/// writes it and records an issue. With `WAYMARK_RECORD_GRAPHS=1` in the environment, the test overwrites the file
/// instead.
///
/// - Parameters:
///   - registry: The registry.
///   - file: The path of the file, relative to the folder of the test's source file.
///   - filePath: The test's source file.
///   - sourceLocation: The source location of the call, for issues.
public func expectGraph(
  of registry: Registry, matches file: String, filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expectGraph(of: registry, matches: file, beside: filePath, isRecording: isRecordingFiles, sourceLocation)
}

func expectGraph(
  of registry: Registry, matches file: String, beside filePath: String, isRecording: Bool,
  _ sourceLocation: SourceLocation
) {
  let url = URL(filePath: filePath).deletingLastPathComponent().appending(path: file)
  expectReviewed(
    "the graph", in: file, at: url, isRecording: isRecording, failure: "cannot be read or written",
    sourceLocation
  ) {
    try registry.graph.json()
  } difference: { reviewed in
    let difference = registry.graph.difference(from: try RouteGraph(json: reviewed()))
    return difference.isEmpty ? nil : difference.description
  }
}
