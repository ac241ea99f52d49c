public import Testing
public import WaymarkCore

/// A trait that opens a scope for each test case, with the scope's registry as the current one.
///
///     @Suite(.registry { MailModule() }, .scope(Session(user: "test")))
///     struct InboxTests {
///       @Test func isEmptyAtFirst() throws {
///         #expect(try Router.makeDestination(to: .inbox).count() == 0)
///       }
///
///       @Test(.scope(Request(path: "/inbox"))) func scopesNest() throws { … }
///     }
///
/// The scope opens in the registry of the previous traits and the enclosing suites, and closes after the test case. A
/// suite's trait applies to all tests in it, including nested suites, with a separate scope for each test case.
public struct ScopeTrait: TestTrait, SuiteTrait, TestScoping {
  /// The value of the scope.
  fileprivate let value: any RouteScope

  /// True: the trait applies to all tests of a suite.
  public var isRecursive: Bool { true }

  /// Runs one test case in its own scope.
  ///
  /// The scope's instances start together with the instances of the enclosing registry if a `.started` trait follows,
  /// and otherwise after the last trait that provides another registry.
  ///
  /// - Throws: `noRegistryInstalled`, `scopeNotOpen`, or `scopeAlreadyOpen`, which prevent the test, or an error of the
  ///   test or of stopping.
  @concurrent
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    if Registry.current.isStandIn || RegistryTrait.isMissing(from: test) {
      throw RouteError.scopeWithoutRegistry(value)
    }
    try await PendingStart.inScope(of: test) { later in
      let isAhead = PendingStart.isAhead(in: test)
      let registry = try Registry.current.opening(value)
      var hasStopped = false
      try await registry.closing(startsInstances: !isAhead && later == 0) {
        // The trait that has started the scope's instances reports the errors of stopping them.
        defer { hasStopped = registry.hasStopped }
        if isAhead || later == 0 { return try await function() }
        try await PendingStart.after(later, ofScopes: true, perform: function)
      } otherErrors: {
        if !hasStopped { PendingStart.record($0) }
      }
    }
  }
}

extension RouteError {
  fileprivate static func scopeWithoutRegistry(_ value: any RouteScope) -> RouteError {
    RouteError(
      .noRegistryInstalled,
      "the trait .scope(\(TypeName.of(type(of: value)))(…)) needs a registry, and no earlier trait provides one",
      remedy: "write .registry { … } before .scope(…)")
  }

  fileprivate static var startWithoutRegistry: RouteError {
    RouteError(
      .noRegistryInstalled, "the trait .started needs a registry, and no trait provides one",
      remedy: "write .registry { … }")
  }
}

extension Trait where Self == ScopeTrait {
  /// Opens a scope for each test case.
  ///
  /// - Parameter value: The value of the scope, available for injection by its type.
  /// - Returns: The trait.
  public static func scope<Scope: RouteScope>(_ value: Scope) -> Self { Self(value: value) }
}

/// A trait that starts the current registry before each test case, and stops it afterward.
///
///     @Suite(.registry { DatabaseModule() }, .started)
///     struct DatabaseTests {
///       @Test func isOpen() throws { _ = try Router.makeDestination(to: .database) }
///     }
///
/// The trait starts the registry of the test's last `.registry` or `.overriding` trait, regardless of the order, and
/// the instances of the scopes around the test. If a trait of yours applies the one of the registry, write `.started`
/// after it. A test without dependencies to start doesn't need it.
public struct StartTrait: TestTrait, SuiteTrait, TestScoping {
  /// True: the trait applies to all tests of a suite.
  public var isRecursive: Bool { true }

  /// Runs one test case between the start and the stop of the current registry.
  ///
  /// - Throws: `noRegistryInstalled` or an error of ``Waymark/Registry/start()``, which prevent the test, or an error
  ///   of the test or of stopping.
  @concurrent
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard PendingStart.remaining == 0 else { return try await function() }
    // After the start of an earlier one of these traits, all traits that provide a registry have been applied.
    let later =
      PendingStart.isStarted
      ? 0 : test.traits.drop { !($0 is Self) }.count { $0 is RegistryTrait || $0 is LeakTrait }
    try await PendingStart.after(later, perform: function)
  }
}

/// A pending start of a registry or its scopes, after all traits that provide another registry.
enum PendingStart {
  /// The number of traits before the start, or 0 if no start is pending.
  @TaskLocal fileprivate static var remaining = 0

  /// Whether only instances of scopes start.
  @TaskLocal private static var isOfScopes = false

  /// Whether the registry of this test has started.
  @TaskLocal fileprivate static var isStarted = false

  /// The number of scopes that traits have opened.
  @TaskLocal private static var scopes = 0

  /// Returns whether a trait of a test, or a pending start, is yet to start the registry or its scopes.
  static func isAhead(in test: Test) -> Bool {
    remaining > 0 || !isStarted && test.traits.contains { $0 is StartTrait }
  }

  /// Performs a test after one more trait, with a started registry if it was the last one.
  static func applied(perform function: @concurrent @Sendable () async throws -> Void) async throws {
    if remaining > 0 { return try await after(remaining - 1, ofScopes: isOfScopes, perform: function) }
    // A trait that another trait applies isn't among the counted ones.
    if isStarted { return try await after(0, perform: function) }
    try await function()
  }

  /// Performs a part of a test with the number of traits after the next `ScopeTrait` that provide another registry.
  fileprivate static func inScope(
    of test: Test, perform function: @concurrent @Sendable (_ later: Int) async throws -> Void
  ) async throws {
    let number = scopes + 1
    var passed = 0
    let later = test.traits.count { trait in
      if trait is ScopeTrait { passed += 1 }
      return passed >= number && (trait is RegistryTrait || trait is LeakTrait)
    }
    try await $scopes.withValue(number) { try await function(later) }
  }

  /// Performs a test with a registry that starts, or with scopes that start, after a number of traits.
  fileprivate static func after(
    _ count: Int, ofScopes: Bool = false, perform function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await $remaining.withValue(count) {
      try await $isOfScopes.withValue(ofScopes) {
        if count > 0 { return try await function() }
        if ofScopes { return try await run(startsRoot: false, function) }
        if Registry.current.isStandIn { throw RouteError.startWithoutRegistry }
        try await $isStarted.withValue(true) { try await run(startsRoot: true, function) }
      }
    }
  }
}

extension PendingStart {
  /// Performs a test between the start and the stop of the current registry.
  ///
  /// A test has one error. Each error of stopping beside it is an issue.
  @concurrent
  fileprivate static func run(
    startsRoot: Bool, _ function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await Registry.current.runWithRegistriesAround(startsRoot: startsRoot) {
      try await function()
    } otherErrors: {
      record($0)
    }
  }

  /// Records an error of stopping that a test doesn't throw, because it has another error.
  fileprivate static func record(_ error: RouteError) {
    Issue.record(error, sourceLocation: Test.current?.sourceLocation ?? #_sourceLocation)
  }
}

extension Trait where Self == StartTrait {
  /// Starts the current registry before each test case, and stops it afterward.
  public static var started: Self { Self() }
}
