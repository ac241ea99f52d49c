public import Testing
public import Waymark

/// A trait of tests and suites: each test case has a registry of its own, which is the current one while it runs.
///
///     @Suite(.registry { EditorModule() })
///     struct EditorTests {
///       @Test(.overriding { Route(FixedStore.init) { Service<any NoteStore>() } })
///       func oneRouteIsReplaced() { … }
///     }
///
/// A suite's trait counts for all tests in it, also in suites inside it, and comes before theirs. Cases that run at the same
/// time share nothing. What is created in a test remembers the test's registry, also when it is used later, on another
/// queue or in a detached task.
public struct RegistryTrait: TestTrait, SuiteTrait, TestScoping {
  fileprivate enum Source: Sendable {
    case new(@Sendable () throws -> Registry)
    case overriding(allowsUnused: Bool, @Sendable (Registry) throws -> Registry)
  }

  private let source: Source
  private let sourceLocation: SourceLocation

  fileprivate init(_ source: Source, _ sourceLocation: SourceLocation) {
    self.source = source
    self.sourceLocation = sourceLocation
  }

  /// Whether the tests of a suite have the trait: they do.
  public var isRecursive: Bool { true }

  /// Runs one test case with a registry of its own.
  ///
  /// A registry that cannot be made is an issue for each diagnostic, and the test does not run.
  @concurrent
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let base = Registry.current
    let recorder = MakingRecorder(parent: base.makingRecorder ?? LeakScope.recorder)
    guard let compiled = make(base) else { return }
    let registry = Registry(recordingOf: compiled, recorder, hasHandlers: true)
    // A singleton that has a router holds the registry, which holds the singleton: not beyond the test.
    defer { registry.releaseInstances() }
    try await Registry.withCurrent(registry, operation: function)
    reportUnused(in: compiled, base, recorder, test)
  }

  private func make(_ base: Registry) -> Registry? {
    do {
      return switch source {
      case .new(let make): try make()
      case .overriding(_, let make): try make(base)
      }
    } catch let error as RegistryError {
      for diagnostic in error.diagnostics {
        Issue.record("\(diagnostic)", severity: .init(diagnostic.severity), sourceLocation: sourceLocation)
      }
    } catch {
      Issue.record(error, "the registry of the test could not be made", sourceLocation: sourceLocation)
    }
    return nil
  }

  /// An override of a test that the test never used is probably not what was meant; one of a suite serves many.
  private func reportUnused(
    in registry: Registry, _ base: Registry, _ recorder: MakingRecorder, _ test: Test
  ) {
    guard case .overriding(allowsUnused: false, _) = source, isOwned(by: test) else { return }
    for route in recorder.unusedRoutes(of: registry, addedTo: base) {
      Issue.record(
        """
        Route(\(route.destination)) is overridden at \(route.location), and the test never used it
            To fix: leave it out, or write .overriding(allowsUnused: true)
        """, severity: .warning, sourceLocation: sourceLocation)
    }
  }

  /// Whether the trait stands in the test's own attribute: a suite's stands before all of its tests.
  private func isOwned(by test: Test) -> Bool {
    test.sourceLocation.fileID == sourceLocation.fileID && test.sourceLocation.line <= sourceLocation.line
  }
}

extension Trait where Self == RegistryTrait {
  /// Each test case has a registry of these routes.
  ///
  /// - Parameters:
  ///   - sourceLocation: The place of the trait, for issues; leave it out.
  ///   - routes: Routes, adapters and modules, compiled once for each test case.
  public static func registry(
    sourceLocation: SourceLocation = #_sourceLocation,
    @RoutesBuilder _ routes: @escaping @Sendable () -> Routes
  ) -> Self {
    Self(.new { try Registry(routes) }, sourceLocation)
  }

  /// Each test case has a registry that an expression makes, with singletons of its own also where the expression
  /// returns the same registry each time.
  ///
  /// - Parameters:
  ///   - make: Makes the registry, such as `try Registry.application()`; evaluated once for each test case.
  ///   - sourceLocation: The place of the trait, for issues; leave it out.
  public static func registry(
    _ make: @autoclosure @escaping @Sendable () throws -> Registry,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    Self(.new(make), sourceLocation)
  }

  /// Each test case has the current registry with some routes replaced.
  ///
  /// - Parameters:
  ///   - allowsUnused: Whether the test need not use what it replaces. If not, that is an issue with the severity
  ///     of a warning, where the trait is a test's own and not a suite's.
  ///   - sourceLocation: The place of the trait, for issues; leave it out.
  ///   - routes: The replacements. What the registry does not have is an issue.
  public static func overriding(
    allowsUnused: Bool = false, sourceLocation: SourceLocation = #_sourceLocation,
    @RoutesBuilder _ routes: @escaping @Sendable () -> Routes
  ) -> Self {
    Self(.overriding(allowsUnused: allowsUnused) { try $0.overriding(routes) }, sourceLocation)
  }
}
