extension Diagnostic {
  /// The kind of a problem, printed in brackets after the message.
  ///
  /// The constants are the codes of warnings and notes, and of errors that a program can expect. To compare the code of
  /// any other error, use its ``description``:
  ///
  ///     func lacksRequirement(_ error: RegistryError) -> Bool {
  ///       error.diagnostics.contains { $0.code.description == "missing-requirement" }
  ///     }
  ///
  /// A future version can add codes, so a `switch` over codes needs a `default`.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private let name: String

    private init(_ name: String) { self.name = name }

    /// The audit couldn't read all declarations of the program.
    public static let auditIncomplete = Self("audit-incomplete")
    /// A kept destination retains one with a shorter lifetime, which is therefore never released.
    public static let captiveDependency = Self("captive-dependency")
    /// A problem that a module's own rule reported.
    public static let custom = Self("custom")
    /// A long chain of dependencies creates each instance inside the one before, which needs much stack.
    public static let deepChain = Self("deep-chain")
    /// A dry run couldn't create a destination.
    public static let dryRunFailed = Self("dry-run-failed")
    /// Two declarations provide the same token.
    public static let duplicateProvision = Self("duplicate-provision")
    /// A discovered module is generic, so it can't be created automatically.
    public static let genericModule = Self("generic-module")
    /// An override creates an instance for each request in place of a kept one.
    public static let lifetimeChanged = Self("lifetime-changed")
    /// The `open:` closure of a route reads a parameter that a URL pattern of the route doesn't have, or an entry that
    /// keeps screens compares a parameter with nearly the name of a pattern's.
    public static let missingURLParameter = Self("missing-url-parameter")
    /// The program has no module that ``DiscoveredModules`` can find.
    public static let noDiscoveredModule = Self("no-discovered-module")
    /// Closures of routes can request anything, so the rules couldn't check all dependencies.
    public static let openRoutes = Self("open-routes")
    /// Two types of one kind have the same name, so it's ambiguous where both are visible.
    public static let repeatedName = Self("repeated-name")
    /// An override replaces a destination, but not the configuration that also leads to it.
    public static let partialOverride = Self("partial-override")
    /// Names in ``Takes`` have another order than the properties of the destination.
    public static let swappedTakes = Self("swapped-takes")
    /// An audit is of a Swift module that the program doesn't contain.
    public static let unknownModule = Self("unknown-module")
    /// An override replaces a declaration that the registry doesn't have.
    public static let unknownOverride = Self("unknown-override")
    /// A route of a profile replaces nothing, and no declaration leads to it.
    public static let unmatchedProfile = Self("unmatched-profile")
    /// No route provides an interface with a routable declaration.
    public static let unprovidedDeclaration = Self("unprovided-declaration")
    /// No route provides a destination type that can create itself.
    public static let unroutedDestination = Self("unrouted-destination")
    /// No declaration leads to a route.
    public static let unreachableRoute = Self("unreachable-route")
    /// A singleton of the base registry never receives a contribution or provider that an extension adds.
    public static let unseenAddition = Self("unseen-addition")
    /// A destination stores an object with a ``Routed`` property that no rule checks.
    public static let unseenProperty = Self("unseen-property")
    /// A route suppresses a diagnostic that wasn't found.
    public static let unusedAcceptance = Self("unused-acceptance")
    /// No URL can reach a pattern, because a more specific one matches all of its URLs.
    public static let urlShadowed = Self("url-shadowed")

    // The codes of the other errors. A program can't continue after them, so it has no use for a constant.

    /// Adapters lead to each other in a cycle.
    package static let adapterCycle = Self("adapter-cycle")
    /// A parameter's type is registered both as a service and as a view.
    package static let ambiguousParameter = Self("ambiguous-parameter")
    /// A route requests a dependency by its type, but the type has several names.
    package static let ambiguousName = Self("ambiguous-name")
    /// A token of ``Takes`` has no parameter of its type in the route's initializer.
    package static let unmatchedTakes = Self("unmatched-takes")
    /// A route has an asynchronous factory but no registry or scope keeps its instance.
    package static let asynchronousTransient = Self("asynchronous-transient")
    /// A destination depends on a scope that closes before it, or on an outer scope that can be missing.
    package static let captiveScope = Self("captive-scope")
    /// A route has more than one lifetime, or starts both eagerly and on demand.
    package static let conflictingLifetimes = Self("conflicting-lifetimes")
    /// Two of the picked profiles provide the same token or key.
    package static let conflictingProfiles = Self("conflicting-profiles")
    /// An adapter has a provided token without a provider.
    package static let danglingAdapter = Self("dangling-adapter")
    /// A decorator wraps a token without a provider.
    package static let danglingDecorator = Self("dangling-decorator")
    /// Routes depend on each other in a cycle, so that none can be created first.
    package static let dependencyCycle = Self("dependency-cycle")
    /// Two adapters have the same required token.
    package static let duplicateAdapter = Self("duplicate-adapter")
    /// Two contributions to a collection have the same key.
    package static let duplicateContribution = Self("duplicate-contribution")
    /// Two routes are fallbacks for unknown identifiers.
    package static let duplicateFallback = Self("duplicate-fallback")
    /// Two routes have the same identifier.
    package static let duplicateIdentifier = Self("duplicate-identifier")
    /// An identifier is empty, or has only white space.
    package static let emptyIdentifier = Self("empty-identifier")
    /// Another route provides a destination type that's exclusive to one route.
    package static let exclusivityViolated = Self("exclusivity-violated")
    /// A URL pattern has a syntax error.
    package static let malformedURLPattern = Self("malformed-url-pattern")
    /// A route provides the interface of a configuration but has no configuration.
    package static let missingConfiguration = Self("missing-configuration")
    /// Nothing provides a dependency of a route.
    package static let missingRequirement = Self("missing-requirement")
    /// No route matches the URL of a deep link's parent screen.
    package static let missingURLParent = Self("missing-url-parent")
    /// Modules list each other.
    package static let moduleCycle = Self("module-cycle")
    /// A destination or configuration doesn't conform to a protocol that it provides.
    package static let notConforming = Self("not-conforming")
    /// A route provides no token.
    package static let nothingProvided = Self("nothing-provided")
    /// A route provides the same token twice.
    package static let repeatedProvision = Self("repeated-provision")
    /// A route needs a configuration from its caller, and a request, an entry, or another route can't pass one.
    package static let requiredConfiguration = Self("required-configuration")
    /// A route has entries about starting or stopping, but no registry or scope keeps its instance.
    package static let unkeptLifecycle = Self("unkept-lifecycle")
    /// No declaration names a picked profile.
    package static let unknownProfile = Self("unknown-profile")
    /// A route needs two scopes, but neither is inside the other.
    package static let unrelatedScopes = Self("unrelated-scopes")
    /// The template of a URL is for a different configuration than the route's.
    package static let urlConfigurationMismatch = Self("url-configuration-mismatch")
    /// Two URL patterns match the same URLs.
    package static let urlConflict = Self("url-conflict")
    /// The parents of deep links' screens form a cycle.
    package static let urlParentCycle = Self("url-parent-cycle")

    /// Whether a test can find such a problem, so that compilation can't tell whether an ``Accepts`` is unused.
    var isFoundByTests: Bool { [.dryRunFailed, .missingURLParameter, .unseenProperty].contains(self) }

    /// The name of the code, such as `not-conforming`.
    public var description: String { name }
  }
}
