extension Diagnostic {
  /// The kind of a problem, printed in brackets after the message.
  ///
  /// A future version can add codes, so a `switch` over codes needs a `default`.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Name: String, CaseIterable {
      case adapterCycle = "adapter-cycle"
      case ambiguousParameter = "ambiguous-parameter"
      case ambiguousName = "ambiguous-name"
      case unmatchedTakes = "unmatched-takes"
      case asynchronousTransient = "asynchronous-transient"
      case auditIncomplete = "audit-incomplete"
      case captiveDependency = "captive-dependency"
      case captiveScope = "captive-scope"
      case conflictingProfiles = "conflicting-profiles"
      case conflictingLifetimes = "conflicting-lifetimes"
      case custom
      case danglingAdapter = "dangling-adapter"
      case danglingDecorator = "dangling-decorator"
      case deepChain = "deep-chain"
      case dependencyCycle = "dependency-cycle"
      case dryRunFailed = "dry-run-failed"
      case duplicateAdapter = "duplicate-adapter"
      case duplicateContribution = "duplicate-contribution"
      case duplicateFallback = "duplicate-fallback"
      case duplicateIdentifier = "duplicate-identifier"
      case duplicateProvision = "duplicate-provision"
      case emptyIdentifier = "empty-identifier"
      case exclusivityViolated = "exclusivity-violated"
      case genericModule = "generic-module"
      case lifetimeChanged = "lifetime-changed"
      case malformedURLPattern = "malformed-url-pattern"
      case missingConfiguration = "missing-configuration"
      case missingRequirement = "missing-requirement"
      case missingURLParameter = "missing-url-parameter"
      case missingURLParent = "missing-url-parent"
      case moduleCycle = "module-cycle"
      case noDiscoveredModule = "no-discovered-module"
      case notConforming = "not-conforming"
      case nothingProvided = "nothing-provided"
      case openRoutes = "open-routes"
      case partialOverride = "partial-override"
      case repeatedName = "repeated-name"
      case repeatedProvision = "repeated-provision"
      case requiredConfiguration = "required-configuration"
      case swappedTakes = "swapped-takes"
      case unkeptLifecycle = "unkept-lifecycle"
      case unknownModule = "unknown-module"
      case unknownOverride = "unknown-override"
      case unknownProfile = "unknown-profile"
      case unmatchedProfile = "unmatched-profile"
      case unrelatedScopes = "unrelated-scopes"
      case unprovidedDeclaration = "unprovided-declaration"
      case unreachableRoute = "unreachable-route"
      case unroutedDestination = "unrouted-destination"
      case unseenAddition = "unseen-addition"
      case unseenProperty = "unseen-property"
      case unusedAcceptance = "unused-acceptance"
      case urlConfigurationMismatch = "url-configuration-mismatch"
      case urlConflict = "url-conflict"
      case urlParentCycle = "url-parent-cycle"
      case urlShadowed = "url-shadowed"
    }

    private let name: Name

    /// Adapters lead to each other in a cycle.
    public static let adapterCycle = Self(name: .adapterCycle)
    /// A parameter's type is registered both as a service and as a view.
    public static let ambiguousParameter = Self(name: .ambiguousParameter)
    /// A route requests a dependency by its type, but the type has several names.
    public static let ambiguousName = Self(name: .ambiguousName)
    /// A token of ``Takes`` has no parameter of its type in the route's initializer.
    public static let unmatchedTakes = Self(name: .unmatchedTakes)
    /// A route has an asynchronous factory but no registry or scope keeps its instance.
    public static let asynchronousTransient = Self(name: .asynchronousTransient)
    /// The audit couldn't read all declarations of the program.
    public static let auditIncomplete = Self(name: .auditIncomplete)
    /// A kept destination retains one with a shorter lifetime, which is therefore never released.
    public static let captiveDependency = Self(name: .captiveDependency)
    /// A destination depends on a scope that closes before it, or on an outer scope that can be missing.
    public static let captiveScope = Self(name: .captiveScope)
    /// A route has more than one lifetime, or starts both eagerly and on demand.
    public static let conflictingLifetimes = Self(name: .conflictingLifetimes)
    /// Two of the picked profiles provide the same token or key.
    public static let conflictingProfiles = Self(name: .conflictingProfiles)
    /// A problem that a module's own rule reported.
    public static let custom = Self(name: .custom)
    /// An adapter has a provided token without a provider.
    public static let danglingAdapter = Self(name: .danglingAdapter)
    /// A decorator wraps a token without a provider.
    public static let danglingDecorator = Self(name: .danglingDecorator)
    /// A long chain of dependencies creates each instance inside the one before, which needs much stack.
    public static let deepChain = Self(name: .deepChain)
    /// Routes depend on each other in a cycle, so that none can be created first.
    public static let dependencyCycle = Self(name: .dependencyCycle)
    /// A dry run couldn't create a destination.
    public static let dryRunFailed = Self(name: .dryRunFailed)
    /// Two adapters have the same required token.
    public static let duplicateAdapter = Self(name: .duplicateAdapter)
    /// Two contributions to a collection have the same key.
    public static let duplicateContribution = Self(name: .duplicateContribution)
    /// Two routes are fallbacks for unknown identifiers.
    public static let duplicateFallback = Self(name: .duplicateFallback)
    /// Two routes have the same identifier.
    public static let duplicateIdentifier = Self(name: .duplicateIdentifier)
    /// Two declarations provide the same token.
    public static let duplicateProvision = Self(name: .duplicateProvision)
    /// An identifier is empty, or has only white space.
    public static let emptyIdentifier = Self(name: .emptyIdentifier)
    /// Another route provides a destination type that's exclusive to one route.
    public static let exclusivityViolated = Self(name: .exclusivityViolated)
    /// A discovered module is generic, so it can't be created automatically.
    public static let genericModule = Self(name: .genericModule)
    /// An override creates an instance for each request in place of a kept one.
    public static let lifetimeChanged = Self(name: .lifetimeChanged)
    /// A URL pattern has a syntax error.
    public static let malformedURLPattern = Self(name: .malformedURLPattern)
    /// A route provides the interface of a configuration but has no configuration.
    public static let missingConfiguration = Self(name: .missingConfiguration)
    /// Nothing provides a dependency of a route.
    public static let missingRequirement = Self(name: .missingRequirement)
    /// The `open:` closure of a route reads a parameter that a URL pattern of the route doesn't have.
    public static let missingURLParameter = Self(name: .missingURLParameter)
    /// No route matches the URL of a deep link's parent screen.
    public static let missingURLParent = Self(name: .missingURLParent)
    /// Modules list each other.
    public static let moduleCycle = Self(name: .moduleCycle)
    /// The program has no module that ``DiscoveredModules`` can find.
    public static let noDiscoveredModule = Self(name: .noDiscoveredModule)
    /// A destination or configuration doesn't conform to a protocol that it provides.
    public static let notConforming = Self(name: .notConforming)
    /// A route provides no token.
    public static let nothingProvided = Self(name: .nothingProvided)
    /// Closures of routes can request anything, so the rules couldn't check all dependencies.
    public static let openRoutes = Self(name: .openRoutes)
    /// Two types of one kind have the same name, so it's ambiguous where both are visible.
    public static let repeatedName = Self(name: .repeatedName)
    /// An override replaces a destination, but not the configuration that also leads to it.
    public static let partialOverride = Self(name: .partialOverride)
    /// A route provides the same token twice.
    public static let repeatedProvision = Self(name: .repeatedProvision)
    /// A route needs a configuration from its caller, and a request, an entry, or another route can't pass one.
    public static let requiredConfiguration = Self(name: .requiredConfiguration)
    /// Names in ``Takes`` have another order than the properties of the destination.
    public static let swappedTakes = Self(name: .swappedTakes)
    /// A route has entries about starting or stopping, but no registry or scope keeps its instance.
    public static let unkeptLifecycle = Self(name: .unkeptLifecycle)
    /// An audit is of a Swift module that the program doesn't contain.
    public static let unknownModule = Self(name: .unknownModule)
    /// An override replaces a declaration that the registry doesn't have.
    public static let unknownOverride = Self(name: .unknownOverride)
    /// No declaration names a picked profile.
    public static let unknownProfile = Self(name: .unknownProfile)
    /// A route of a profile replaces nothing, and no declaration leads to it.
    public static let unmatchedProfile = Self(name: .unmatchedProfile)
    /// A route needs two scopes, but neither is inside the other.
    public static let unrelatedScopes = Self(name: .unrelatedScopes)
    /// No route provides an interface with a routable declaration.
    public static let unprovidedDeclaration = Self(name: .unprovidedDeclaration)
    /// No route provides a destination type that can create itself.
    public static let unroutedDestination = Self(name: .unroutedDestination)
    /// No declaration leads to a route.
    public static let unreachableRoute = Self(name: .unreachableRoute)
    /// A singleton of the base registry never receives a contribution or provider that an extension adds.
    public static let unseenAddition = Self(name: .unseenAddition)
    /// A destination stores an object with a ``Routed`` property that no rule checks.
    public static let unseenProperty = Self(name: .unseenProperty)
    /// A route suppresses a diagnostic that wasn't found.
    public static let unusedAcceptance = Self(name: .unusedAcceptance)

    /// The template of a URL is for a different configuration than the route's.
    public static let urlConfigurationMismatch = Self(name: .urlConfigurationMismatch)
    /// Two URL patterns match the same URLs.
    public static let urlConflict = Self(name: .urlConflict)
    /// The parents of deep links' screens form a cycle.
    public static let urlParentCycle = Self(name: .urlParentCycle)
    /// No URL can reach a pattern, because a more specific one matches all of its URLs.
    public static let urlShadowed = Self(name: .urlShadowed)

    /// Whether only a test finds such a problem, so that compilation can't tell whether an ``Accepts`` is unused.
    var isFoundByTests: Bool { self == .missingURLParameter || self == .unseenProperty }

    static var all: [Self] { Name.allCases.map { Self(name: $0) }.sorted { $0.description < $1.description } }

    /// The name of the code, such as `not-conforming`.
    public var description: String { name.rawValue }
  }
}
