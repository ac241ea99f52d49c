/// One problem that compilation found, with its place and what to do about it.
public struct Diagnostic: Sendable, Hashable, CustomStringConvertible {
  /// How bad it is.
  public enum Severity: String, Sendable, Hashable, Codable, CaseIterable {
    /// The declarations cannot work; no registry is made.
    case error
    /// The declarations work, and probably do not mean what was meant.
    case warning
    /// Something worth knowing.
    case note
  }

  /// What was found; its text stands in brackets at the end of the first line.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Name: String, CaseIterable {
      case adapterCycle = "adapter-cycle"
      case ambiguousParameter = "ambiguous-parameter"
      case auditIncomplete = "audit-incomplete"
      case captiveDependency = "captive-dependency"
      case conflictingLifetimes = "conflicting-lifetimes"
      case custom
      case danglingAdapter = "dangling-adapter"
      case dependencyCycle = "dependency-cycle"
      case dryRunFailed = "dry-run-failed"
      case duplicateAdapter = "duplicate-adapter"
      case duplicateIdentifier = "duplicate-identifier"
      case duplicateProvision = "duplicate-provision"
      case emptyIdentifier = "empty-identifier"
      case exclusivityViolated = "exclusivity-violated"
      case genericModule = "generic-module"
      case malformedURLPattern = "malformed-url-pattern"
      case missingConfiguration = "missing-configuration"
      case missingRequirement = "missing-requirement"
      case missingURLParent = "missing-url-parent"
      case notConforming = "not-conforming"
      case nothingProvided = "nothing-provided"
      case openRoutes = "open-routes"
      case repeatedProvision = "repeated-provision"
      case unknownOverride = "unknown-override"
      case unprovidedDeclaration = "unprovided-declaration"
      case unreachableRoute = "unreachable-route"
      case unroutedDestination = "unrouted-destination"
      case unusedAcceptance = "unused-acceptance"
      case urlConflict = "url-conflict"
      case urlParentCycle = "url-parent-cycle"
      case urlShadowed = "url-shadowed"
    }

    private let name: Name

    /// Adapters lead to each other in a circle.
    public static let adapterCycle = Self(name: .adapterCycle)
    /// A parameter's type is registered both as a service and as a view.
    public static let ambiguousParameter = Self(name: .ambiguousParameter)
    /// The audit could not see all declarations of the program.
    public static let auditIncomplete = Self(name: .auditIncomplete)
    /// Something that should come and go is kept for as long as something else lives.
    public static let captiveDependency = Self(name: .captiveDependency)
    /// A route has more than one lifetime.
    public static let conflictingLifetimes = Self(name: .conflictingLifetimes)
    /// Found by a module's own check.
    public static let custom = Self(name: .custom)
    /// An adapter leads to something that nothing provides.
    public static let danglingAdapter = Self(name: .danglingAdapter)
    /// Routes need each other in a circle before any of them is made.
    public static let dependencyCycle = Self(name: .dependencyCycle)
    /// A dry run could not make a destination.
    public static let dryRunFailed = Self(name: .dryRunFailed)
    /// Two adapters are for one required interface.
    public static let duplicateAdapter = Self(name: .duplicateAdapter)
    /// Two routes have one identifier.
    public static let duplicateIdentifier = Self(name: .duplicateIdentifier)
    /// Two declarations provide the same.
    public static let duplicateProvision = Self(name: .duplicateProvision)
    /// An identifier is empty.
    public static let emptyIdentifier = Self(name: .emptyIdentifier)
    /// Another route makes a destination that is exclusive to one.
    public static let exclusivityViolated = Self(name: .exclusivityViolated)
    /// A module that was found cannot be made by itself.
    public static let genericModule = Self(name: .genericModule)
    /// A URL pattern cannot be read.
    public static let malformedURLPattern = Self(name: .malformedURLPattern)
    /// A configuration is provided, and the route has none.
    public static let missingConfiguration = Self(name: .missingConfiguration)
    /// Something that a route needs is not provided.
    public static let missingRequirement = Self(name: .missingRequirement)
    /// The URL of the screen below a deep link leads nowhere.
    public static let missingURLParent = Self(name: .missingURLParent)
    /// A destination or configuration is not what it is provided as.
    public static let notConforming = Self(name: .notConforming)
    /// A route can be asked for by nothing.
    public static let nothingProvided = Self(name: .nothingProvided)
    /// Closures of routes may ask for anything, so that not everything could be checked.
    public static let openRoutes = Self(name: .openRoutes)
    /// One route provides the same twice.
    public static let repeatedProvision = Self(name: .repeatedProvision)
    /// An override replaces something that is not there.
    public static let unknownOverride = Self(name: .unknownOverride)
    /// A routable interface that no route provides.
    public static let unprovidedDeclaration = Self(name: .unprovidedDeclaration)
    /// A destination that can make itself, and no route makes.
    public static let unroutedDestination = Self(name: .unroutedDestination)
    /// Nothing that is declared leads to a route.
    public static let unreachableRoute = Self(name: .unreachableRoute)
    /// A route accepts something that was not found.
    public static let unusedAcceptance = Self(name: .unusedAcceptance)

    /// Two patterns match the same URLs.
    public static let urlConflict = Self(name: .urlConflict)
    /// The screens below deep links lead to each other in a circle.
    public static let urlParentCycle = Self(name: .urlParentCycle)
    /// No URL ever leads to a pattern: a more specific one matches all of them.
    public static let urlShadowed = Self(name: .urlShadowed)

    /// All codes, by their names.
    static var all: [Self] { Name.allCases.map { Self(name: $0) }.sorted { $0.description < $1.description } }

    /// The text of the code, such as `not-conforming`.
    public var description: String { name.rawValue }
  }

  /// How bad it is.
  public let severity: Severity
  /// What was found.
  public let code: Code
  /// The declaration that is reported.
  public let location: DeclarationLocation
  private let wording: Wording

  /// The fact, in one sentence.
  public var message: String { wording.text.message }
  /// What was written, in one line.
  public var detail: String? { wording.text.detail }
  /// The other declarations that are involved.
  public var related: [Related] { wording.text.related }
  /// What to do about it.
  public var remedy: String? { wording.text.remedy }

  /// Another declaration that is involved in a problem.
  public struct Related: Sendable, Hashable, CustomStringConvertible {
    /// Where it is.
    public let location: DeclarationLocation
    /// What it has to do with the problem.
    public let message: String

    /// The place and the message.
    public var description: String { "\(location): \(message)" }
  }

  /// Creates a diagnostic of a module's own rule (``RouteModule/check(_:)``).
  ///
  /// - Parameters:
  ///   - severity: How bad it is.
  ///   - message: The fact, in one sentence.
  ///   - remedy: What to do about it.
  ///   - fileID: The file that is reported; by default the rule's.
  ///   - line: The line that is reported; by default the rule's.
  public init(
    _ severity: Severity, _ message: String, remedy: String? = nil, fileID: StaticString = #fileID,
    line: Int = #line
  ) {
    self.init(
      .custom, severity: severity, at: DeclarationLocation(fileID: fileID, line: line), message,
      remedy: remedy)
  }

  init(
    _ code: Code, severity: Severity = .error, at location: DeclarationLocation, _ message: String,
    detail: String? = nil, related: [Related] = [], remedy: String? = nil
  ) {
    self.severity = severity
    self.code = code
    self.location = location
    wording = .written(Written(Text(message: message, detail: detail, related: related, remedy: remedy)))
  }

  /// Creates a diagnostic about a route that's worded when it's read: for those of which a sound program may have
  /// thousands.
  ///
  /// - Parameter word: Words the diagnostic. It captures nothing, so that keeping it takes no allocation.
  init(
    _ code: Code, severity: Severity, about route: RouteDeclaration,
    word: @escaping @Sendable (RouteDeclaration) -> Text
  ) {
    self.severity = severity
    self.code = code
    location = route.location
    wording = .deferred(route, word)
  }

  /// What a diagnostic says.
  struct Text: Sendable, Hashable {
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

  /// The place, the fact, the code; what was written; the related declarations; what to do about it.
  public var description: String {
    let text = wording.text
    var lines = ["\(location): \(severity): \(text.message) [\(code)]"]
    if let detail = text.detail { lines.append(detail) }
    lines += text.related.map(\.description)
    if let remedy = text.remedy { lines.append("To fix: \(remedy)") }
    return lines.joined(separator: "\n    ")
  }
}
