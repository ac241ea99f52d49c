/// A problem in a registry's declarations, with its location and remedy.
///
/// A registry's ``Registry/diagnostics`` are its warnings and notes. A ``RegistryError`` contains all problems. Create
/// a diagnostic to report a problem in a module's own rule:
///
///     func check(_ registry: Registry) -> [Diagnostic] {
///       registry.router(identifier: "home") != nil
///         ? [] : [Diagnostic(.error, "no route has Identifier(\"home\")", remedy: "add it to a route")]
///     }
public struct Diagnostic: Sendable, Hashable, CustomStringConvertible {
  /// The severity of the diagnostic.
  public enum Severity: String, Sendable, Hashable, Codable, CaseIterable {
    /// The declarations can't work, so compilation creates no registry.
    case error
    /// The declarations work, but probably not as intended.
    case warning
    /// Information about declarations that work.
    case note
  }

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
      case missingURLParent = "missing-url-parent"
      case notConforming = "not-conforming"
      case nothingProvided = "nothing-provided"
      case openRoutes = "open-routes"
      case partialOverride = "partial-override"
      case repeatedName = "repeated-name"
      case repeatedProvision = "repeated-provision"
      case unkeptLifecycle = "unkept-lifecycle"
      case unknownModule = "unknown-module"
      case unknownOverride = "unknown-override"
      case unknownProfile = "unknown-profile"
      case unmatchedProfile = "unmatched-profile"
      case unrelatedScopes = "unrelated-scopes"
      case unprovidedDeclaration = "unprovided-declaration"
      case unreachableRoute = "unreachable-route"
      case unroutedDestination = "unrouted-destination"
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
    /// A request by a type doesn't say which of the type's names it means.
    public static let ambiguousName = Self(name: .ambiguousName)
    /// A token of ``Takes`` has no parameter of its type in the route's initializer.
    public static let unmatchedTakes = Self(name: .unmatchedTakes)
    /// A route has an asynchronous factory but no registry or scope keeps its instance.
    public static let asynchronousTransient = Self(name: .asynchronousTransient)
    /// The audit couldn't read all declarations of the program.
    public static let auditIncomplete = Self(name: .auditIncomplete)
    /// A kept destination retains one with a shorter lifetime, which is therefore never released.
    public static let captiveDependency = Self(name: .captiveDependency)
    /// A kept destination depends on a scope that closes before it.
    public static let captiveScope = Self(name: .captiveScope)
    /// A route has more than one lifetime.
    public static let conflictingLifetimes = Self(name: .conflictingLifetimes)
    /// Two of the picked profiles provide the same token or key.
    public static let conflictingProfiles = Self(name: .conflictingProfiles)
    /// A problem that a module's own rule reported.
    public static let custom = Self(name: .custom)
    /// An adapter has a provided token without a provider.
    public static let danglingAdapter = Self(name: .danglingAdapter)
    /// A decorator wraps a token without a provider.
    public static let danglingDecorator = Self(name: .danglingDecorator)
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
    /// No route matches the URL of a deep link's parent screen.
    public static let missingURLParent = Self(name: .missingURLParent)
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
    /// A route needs two scopes, neither of which is inside the other.
    public static let unrelatedScopes = Self(name: .unrelatedScopes)
    /// No route provides an interface with a routable declaration.
    public static let unprovidedDeclaration = Self(name: .unprovidedDeclaration)
    /// No route provides a destination type that can create itself.
    public static let unroutedDestination = Self(name: .unroutedDestination)
    /// No declaration leads to a route.
    public static let unreachableRoute = Self(name: .unreachableRoute)
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

    static var all: [Self] { Name.allCases.map { Self(name: $0) }.sorted { $0.description < $1.description } }

    /// The name of the code, such as `not-conforming`.
    public var description: String { name.rawValue }
  }

  /// The severity of the diagnostic.
  public let severity: Severity
  /// The kind of the problem.
  public let code: Code
  /// The location of the declaration with the problem.
  public let location: DeclarationLocation
  /// The profile with the problem, or nil for the registry itself or the application without a profile.
  public var profile: Profile? { if case .profile(let profile) = variant { profile } else { nil } }
  /// The variant of the application with the problem, or nil for the registry itself.
  private var variant: Variant?
  private let wording: Wording

  /// The problem, in one sentence.
  public var message: String { wording.text.message }
  /// The relevant part of the declaration, as source text, if any.
  public var detail: String? { wording.text.detail }
  /// The other declarations that contribute to the problem.
  public var related: [Related] { wording.text.related }
  /// The action that solves the problem, if known.
  public var remedy: String? { wording.text.remedy }

  /// Another declaration that contributes to a problem.
  public struct Related: Sendable, Hashable, CustomStringConvertible {
    /// The location of the declaration.
    public let location: DeclarationLocation
    /// The role of the declaration in the problem.
    public let message: String

    package init(location: DeclarationLocation, message: String) {
      self.location = location
      self.message = message
    }

    /// The location and the message.
    public var description: String { "\(location): \(message)" }
  }

  /// Creates a diagnostic for a module's own rule, ``RouteModule/check(_:)``.
  ///
  /// - Parameters:
  ///   - severity: The severity of the diagnostic. An error makes the registry's initializer throw.
  ///   - message: The problem, in one sentence.
  ///   - remedy: The action that solves the problem.
  ///   - fileID: The source file to report, by default the caller's.
  ///   - line: The source line to report, by default the caller's.
  public init(
    _ severity: Severity, _ message: String, remedy: String? = nil, fileID: StaticString = #fileID,
    line: Int = #line
  ) {
    self.init(
      .custom, severity: severity, at: DeclarationLocation(fileID: fileID, line: line), message,
      remedy: remedy)
  }

  package init(
    _ code: Code, severity: Severity = .error, at location: DeclarationLocation, _ message: String,
    detail: String? = nil, related: [Related] = [], remedy: String? = nil
  ) {
    self.severity = severity
    self.code = code
    self.location = location
    wording = .written(Written(Text(message: message, detail: detail, related: related, remedy: remedy)))
  }

  /// Creates a diagnostic about a route with a closure for its text, which captures and allocates nothing.
  package init(
    _ code: Code, severity: Severity, about route: RouteDeclaration,
    word: @escaping @Sendable (RouteDeclaration) -> Text
  ) {
    self.severity = severity
    self.code = code
    location = route.location
    wording = .deferred(route, word)
  }

  /// A variant of the application that the compilation also checks.
  enum Variant: Sendable, Hashable {
    case profile(Profile)
    case withoutProfile
  }

  /// Returns the diagnostic for another variant.
  func found(in variant: Variant?) -> Diagnostic {
    var diagnostic = self
    diagnostic.variant = variant
    return diagnostic
  }

  package struct Text: Sendable, Hashable {
    let message: String
    var detail: String?
    var related: [Related] = []
    var remedy: String?
  }

  private final class Written: Sendable {
    let text: Text

    init(_ text: Text) { self.text = text }
  }

  private enum Wording: Sendable, Hashable {
    case written(Written)
    case deferred(RouteDeclaration, @Sendable (RouteDeclaration) -> Text)

    var text: Text {
      switch self {
      case .written(let written): written.text
      case .deferred(let route, let word): word(route)
      }
    }

    static func == (first: Wording, second: Wording) -> Bool { first.text == second.text }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  /// The location, severity, message, and code, then the detail, the related declarations, and the remedy.
  public var description: String {
    let text = wording.text
    var lines = ["\(location): \(severity): \(text.message) [\(code)]"]
    if let detail = text.detail { lines.append(detail) }
    switch variant {
    case .profile(let profile): lines.append("in the profile \"\(profile)\"")
    case .withoutProfile: lines.append("in the application without a profile")
    case nil: break
    }
    lines += text.related.map(\.description)
    if let remedy = text.remedy { lines.append("To fix: \(remedy)") }
    return lines.joined(separator: "\n    ")
  }
}
