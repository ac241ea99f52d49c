public import Testing
public import WaymarkCore
import WaymarkRuntime

/// A trait that gives each test case its own registry, which is the current one during the test.
///
///     @Suite(.registry { EditorModule() })
///     struct EditorTests {
///       @Test(.overriding { Route(FixedStore.init) { Service<any NoteStore>() } })
///       func oneRouteIsReplaced() { … }
///     }
///
/// A suite's trait applies to all tests in it, including nested suites, before their own traits. Parallel test cases
/// share nothing. An object from a test refers to the test's registry, even later, on another queue, or in a detached
/// task.
public struct RegistryTrait: TestTrait, SuiteTrait, TestScoping {
  /// Returns the registry of a test case.
  private let make: @Sendable (Test, _ base: Registry) throws -> Registry
  private let sourceLocation: SourceLocation
  /// Whether the registry replaces declarations of the base.
  private let isOverriding: Bool
  /// Whether a test may leave replacements unused.
  private let allowsUnused: Bool
  /// Whether a test case has reported the warnings about the replacements.
  private let hasWarned = Lock(false)
  /// Whether the trait is a suite's, which may have overrides that a test doesn't use.
  private let isOfSuite = Lock(false)

  fileprivate init(
    _ sourceLocation: SourceLocation, isOverriding: Bool = false, allowsUnused: Bool = true,
    _ make: @escaping @Sendable (Test, _ base: Registry) throws -> Registry
  ) {
    self.make = make
    self.sourceLocation = sourceLocation
    self.isOverriding = isOverriding
    self.allowsUnused = allowsUnused
  }

  /// True: the trait applies to all tests of a suite.
  public var isRecursive: Bool { true }

  /// Records whether a suite has the trait, because the tests of a suite may leave its overrides unused.
  public func prepare(for test: Test) async throws { if test.isSuite { isOfSuite.withLock { $0 = true } } }

  /// Runs one test case with its own registry.
  ///
  /// If the registry can't be created, each diagnostic is an issue, and the test doesn't run. The warnings about
  /// replacements are issues of the first test case.
  @concurrent
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await LeakScope.checkingAfter { try await provideRegistry(for: test, testCase, performing: function) }
  }

  /// Runs one test case with its own registry, and releases the registry.
  @concurrent
  private func provideRegistry(
    for test: Test, _ testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let base = Registry.current
    if isOverriding, Self.isMissing(from: test) {
      return Issue.record(
        """
        the trait .overriding overrides nothing of the test, because the trait .registry follows it
            To fix: write .registry { … } before .overriding { … }
        """, severity: .error, sourceLocation: sourceLocation)
    }
    let recorder = MakingRecorder(parent: base.makingRecorder ?? LeakScope.recorder)
    guard let compiled = makeRegistry(for: test, base) else { return }
    reportWarnings(of: compiled, base)
    let registry = compiled.recorded(by: recorder, hasHandlers: true)
    // A leaked object may retain the registry, but the registry's singletons aren't leaks.
    defer { registry.releaseInstances() }
    try await Registry.withCurrent(registry) { try await PendingStart.applied(perform: function) }
    let user = testCase?.isParameterized == true ? "this case" : "the test"
    reportUnused(in: compiled, base, recorder, by: user)
  }

  /// Returns whether a test has a registry of its own, and no trait has provided it yet.
  ///
  /// The current registry is then the one that another test has installed, or none.
  static func isMissing(from test: Test) -> Bool {
    CurrentRegistry.boundHere == nil
      && test.traits.contains { ($0 as? RegistryTrait).map { !$0.isOverriding } ?? false }
  }

  /// Returns the registry of a test case, or nil after recording the reasons why there's none.
  private func makeRegistry(for test: Test, _ base: Registry) -> Registry? {
    do {
      return try make(test, base)
    } catch let error as RegistryError {
      for diagnostic in error.diagnostics {
        Issue.record(diagnostic, sourceLocation: sourceLocation)
      }
    } catch {
      Issue.record(error, "the registry of the test could not be created", sourceLocation: sourceLocation)
    }
    return nil
  }

  /// Reports the warnings about the replacements of a trait, once.
  private func reportWarnings(of registry: Registry, _ base: Registry) {
    guard isOverriding else { return }
    let isFirst = hasWarned.withLock { hasWarned in
      defer { hasWarned = true }
      return !hasWarned
    }
    guard isFirst else { return }
    let known = Set(base.diagnostics.map(\.description))
    for diagnostic in registry.diagnostics
    where diagnostic.severity == .warning && !known.contains(diagnostic.description) {
      Issue.record(diagnostic, sourceLocation: sourceLocation)
    }
  }

  /// Reports the overrides that a test hasn't used, which are probably mistakes, except for a suite's overrides.
  private func reportUnused(
    in registry: Registry, _ base: Registry, _ recorder: MakingRecorder, by user: String
  ) {
    guard !allowsUnused, !isOfSuite.withLock(\.self) else { return }
    for fact in recorder.unusedDeclarations(of: registry, addedTo: base) {
      Issue.record(
        """
        \(fact), but \(user) never used it
            To fix: remove it
                or: write .overriding(allowsUnused: true)
        """, severity: .warning, sourceLocation: sourceLocation)
    }
  }
}

extension Trait where Self == RegistryTrait {
  /// Gives each test case a registry of these routes.
  ///
  /// The first test case evaluates and compiles the block for all cases of the trait. Each case has its own instances.
  /// But an object that the block itself creates, outside of factories, is the same for all of them, unless each case
  /// evaluates the block:
  ///
  ///     let trait: RegistryTrait = .registry(eachCase: true) {
  ///       let store = FixedStore()
  ///       Route({ store }) { Service(.notes) }
  ///     }
  ///
  /// A test with ``noLeaks`` always evaluates the block, because the closures of routes retain the objects that they
  /// capture.
  ///
  /// - Parameters:
  ///   - eachCase: Whether each test case evaluates and compiles the block, which takes longer.
  ///   - sourceLocation: The source location of the trait, for issues.
  ///   - routes: The routes, adapters, and modules.
  public static func registry(
    eachCase: Bool = false, sourceLocation: SourceLocation = #_sourceLocation,
    @RoutesBuilder _ routes: @escaping @Sendable () -> Routes
  ) -> Self {
    let shared = Lock<Result<Registry, any Error>?>(nil)
    return Self(sourceLocation) { test, _ in
      if eachCase || LeakScope.checks(test) { return try Registry(routes) }
      // Other test cases wait, because each of them would compile the same routes.
      return try shared.withLock { shared in
        let known = shared ?? Result { try Registry(routes) }
        shared = known
        return known
      }.get()
    }
  }

  /// Gives each test case the registry of an expression, with its own singletons.
  ///
  ///     @Suite(.registry(try Registry.application()))
  ///     struct ApplicationTests { … }
  ///
  /// The singletons are separate even if the expression always returns the same registry.
  ///
  /// - Parameters:
  ///   - make: An expression that returns the registry, evaluated once for each test case.
  ///   - sourceLocation: The source location of the trait, for issues.
  public static func registry(
    _ make: @autoclosure @escaping @Sendable () throws -> Registry,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    Self(sourceLocation) { _, _ in try make() }
  }

  /// Gives each test case a registry of one module alone.
  ///
  ///     @Suite(.registry(isolating: MailModule()))
  ///     struct MailTests {
  ///       @Test(.overriding { Route(FixedClock.init) { Service(.clock) } })
  ///       func dateIsShown() throws { … }
  ///     }
  ///
  /// A request for a dependency that other modules provide throws ``RouteError/Code/unimplemented``, with the route
  /// that needs it. An optional dependency is nil, and a collection contains only the module's contributions. Reading
  /// an `@Routed` property without a provider records an issue if its type is a ``TestPlaceholder``, and traps
  /// otherwise. To provide a dependency, use ``overriding(allowsUnused:sourceLocation:_:)``.
  ///
  /// - Parameters:
  ///   - module: The module, created again for each test case.
  ///   - sourceLocation: The source location of the trait, for issues.
  public static func registry(
    isolating module: @autoclosure @escaping @Sendable () -> any RouteModule,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    Self(sourceLocation) { test, _ in
      try Registry.isolating(RoutesBuilder.buildExpression(module())) {
        type, error, location throws(RouteError) in
        try placeholder(of: type, for: error, declaredAt: location, in: test)
      } parameter: { type in
        (type as? any TestPlaceholder.Type)?.placeholder
      }
    }
  }

  /// Gives each test case the current registry with some routes replaced.
  ///
  /// - Parameters:
  ///   - allowsUnused: Whether the test may leave replacements unused. Otherwise, each is a warning, except in a suite.
  ///   - sourceLocation: The source location of the trait, for issues.
  ///   - routes: The replacements. A replacement for a route that the registry doesn't have is an issue.
  public static func overriding(
    allowsUnused: Bool = false, sourceLocation: SourceLocation = #_sourceLocation,
    @RoutesBuilder _ routes: @escaping @Sendable () -> Routes
  ) -> Self {
    Self(sourceLocation, isOverriding: true, allowsUnused: allowsUnused) { try $1.overriding(routes) }
  }
}
