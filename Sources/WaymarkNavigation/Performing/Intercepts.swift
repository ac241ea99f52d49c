public import WaymarkCore
import WaymarkRuntime

/// An entry that allows, refuses, or redirects presentations, for example until the user has logged in.
///
/// In a route, the closure decides about the route's destination. Among the declarations of a registry, it decides
/// about all destinations, before the routes' own interceptors.
///
///     Intercepts { attempt in
///       await account.isLoggedIn ? .proceed : .redirect(to: RoutableView<any LoginInput>())
///     }
///
/// The state of the active route is `routing` until all interceptors have decided. Interceptors run on the main actor.
///
/// If an asynchronous closure decides about a presentation, the presentation is also asynchronous. Limit the closure
/// with a condition, or decide at once. If no interceptor has to wait, performing a route shows the destination before
/// it returns:
///
///     Intercepts(when: { $0.identifiers.contains("private") }) { attempt in
///       await account.isLoggedIn ? .proceed : .redirect(to: .login)
///     }
///     Intercepts(immediately: { attempt in
///       attempt.redirectedFrom.count < 3 ? .proceed : .refuse(TooManyScreens())
///     })
public struct Intercepts: RoutesElement, Handler, FeatureEntry, RouteEntry {
  typealias Decide = @MainActor @Sendable (RouteAttempt) async throws -> RouteDecision
  typealias DecideAtOnce = @MainActor @Sendable (RouteAttempt) throws -> RouteDecision

  enum Kind: Sendable {
    case immediate(DecideAtOnce)
    /// Decides asynchronously if the condition holds, and otherwise proceeds at once.
    case asynchronous(when: (@MainActor @Sendable (RouteAttempt) -> Bool)?, Decide)
  }

  let kind: Kind
  let location: DeclarationLocation

  /// Whether the closure is asynchronous.
  var mayWait: Bool { if case .asynchronous = kind { true } else { false } }

  /// Creates the entry.
  ///
  /// - Parameters:
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - decide: Returns the decision, or throws to refuse. Canceling a wait for the destination cancels its task.
  public init(
    fileID: StaticString = #fileID, line: Int = #line,
    _ decide: @escaping @MainActor @Sendable (RouteAttempt) async throws -> RouteDecision
  ) {
    location = DeclarationLocation(fileID: fileID, line: line)
    kind = .asynchronous(when: nil, decide)
  }

  /// Creates an entry with a closure that doesn't wait, but isn't declared to decide at once.
  ///
  /// Without this overload, the compiler would choose the one with the label `immediately` for such a closure.
  @_documentation(visibility: internal)
  public init(
    fileID: StaticString = #fileID, line: Int = #line,
    _ decide: @escaping @MainActor @Sendable (RouteAttempt) throws -> RouteDecision
  ) {
    location = DeclarationLocation(fileID: fileID, line: line)
    kind = .asynchronous(when: nil, decide)
  }

  /// Creates an entry that decides about some attempts only.
  ///
  ///     Intercepts(when: { $0.identifiers.contains("private") }) { attempt in
  ///       await account.isLoggedIn ? .proceed : .redirect(to: .login)
  ///     }
  ///
  /// - Parameters:
  ///   - condition: Returns at once whether the other closure decides about the attempt. If not, the attempt proceeds.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - decide: Returns the decision, or throws to refuse. Canceling a wait for the destination cancels its task.
  public init(
    when condition: @escaping @MainActor @Sendable (RouteAttempt) -> Bool,
    fileID: StaticString = #fileID, line: Int = #line,
    _ decide: @escaping @MainActor @Sendable (RouteAttempt) async throws -> RouteDecision
  ) {
    location = DeclarationLocation(fileID: fileID, line: line)
    kind = .asynchronous(when: condition, decide)
  }

  /// Creates an entry that decides at once.
  ///
  ///     Intercepts(immediately: { attempt in
  ///       session.isOpen ? .proceed : .redirect(to: .login)
  ///     })
  ///
  /// Performing the route throws the error of a refusal. After a redirection, it returns the active route, which has
  /// the other one as its ``ActiveRoute/redirection``.
  ///
  /// - Parameters:
  ///   - decide: Returns the decision, or throws to refuse.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  @_disfavoredOverload
  public init(
    immediately decide: @escaping @MainActor @Sendable (RouteAttempt) throws -> RouteDecision,
    fileID: StaticString = #fileID, line: Int = #line
  ) {
    location = DeclarationLocation(fileID: fileID, line: line)
    kind = .immediate(decide)
  }

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes { Routes(handler: self) }
}

@_documentation(visibility: internal)
extension Intercepts {
  /// A property of a view's presentation.
  public typealias Contents = EntryContents.Shown

  /// The entry as data.
  public var value: RouteEntryValue { RouteEntryValue(feature: self) }
}

/// The decision of an interceptor about an attempt to show a destination.
///
///     Intercepts { attempt in
///       attempt.url == nil ? .proceed : .redirectToURL("notes://login")
///     }
public enum RouteDecision: Sendable {
  /// Allows the presentation, unless a later interceptor decides otherwise.
  case proceed
  /// Shows another destination along the same path, and ends the attempt with `redirected`.
  case redirect(to: any Routable)
  /// Shows the destination of a URL along the same path, and ends the attempt with `redirected`.
  case redirectToURL(String)
  /// Refuses the presentation with an error for the caller.
  case refuse(any Error)

  /// Shows the view of a name along the same path, and ends the attempt with `redirected`.
  ///
  ///     Intercepts { attempt in
  ///       attempt.url == nil ? .proceed : .redirect(to: .login)
  ///     }
  ///
  /// - Parameter token: The token of the view, usually its name.
  @_disfavoredOverload
  public static func redirect<Requested>(to token: RoutableView<Requested>) -> Self {
    let token: any Routable = token
    return .redirect(to: token)
  }

  /// Rejects a URL.
  @available(*, unavailable, message: "this isn't a view's name: write .redirectToURL(…) for a URL")
  public static func redirect(to url: String) -> Self { preconditionFailure() }
}

/// An attempt to show a destination, for an interceptor to decide about.
///
///     Intercepts { attempt in
///       attempt.identifiers.contains("public") ? .proceed : .refuse(AccessDenied())
///     }
@MainActor
public struct RouteAttempt {
  /// The destination type of the route.
  public let destinationType: Any.Type
  /// The identifiers of the route.
  public let identifiers: [String]
  /// The requested kind of presentation and its source.
  public let path: RoutePath
  /// The source location of the route's declaration.
  public let location: DeclarationLocation
  /// The context of the request, such as the URL that opened the route.
  private(set) var context: RequestContext?
  /// The configuration as the caller filled it, or nil if the route has none.
  public let configuration: Any?
  /// The destination types of earlier requests, before interceptors redirected, in order.
  public let redirectedFrom: [Any.Type]

  /// The URL that opened the route, or nil if none did.
  public var url: String? { context?.url }

  /// The name of the destination's type, such as `Editor`, which takes microseconds to compute.
  public var destinationName: String { TypeName.of(destinationType) }

  /// Creates an attempt, for tests of an interceptor.
  ///
  ///     let decision = try await requireLogin(RouteAttempt(of: Editor.self, path: .push(from: window)))
  ///
  /// - Parameters:
  ///   - destinationType: The destination type of the route.
  ///   - identifiers: The identifiers of the route.
  ///   - path: The requested kind of presentation and its source.
  ///   - location: The source location of the route's declaration.
  ///   - configuration: The configuration as the caller filled it.
  ///   - redirectedFrom: The destination types of earlier requests, before interceptors redirected.
  public init(
    of destinationType: Any.Type, identifiers: [String] = [], path: RoutePath,
    location: DeclarationLocation = DeclarationLocation(), configuration: Any? = nil,
    redirectedFrom: [Any.Type] = []
  ) {
    self.destinationType = destinationType
    self.identifiers = identifiers
    self.path = path
    self.location = location
    self.configuration = configuration
    self.redirectedFrom = redirectedFrom
  }

  /// Creates an attempt of a request.
  init(of request: RouteRequest, path: RoutePath, configuration: Any?, redirectedFrom: [Any.Type]) {
    let declaration = request.route.declaration
    self.init(
      of: declaration.destination, identifiers: declaration.identifiers, path: path,
      location: declaration.location, configuration: configuration, redirectedFrom: redirectedFrom)
    context = request.input
  }
}

/// The task that runs the closure of an interceptor or of a `Leaves` entry.
///
/// Code that such a closure awaits can't wait for the decision. A child task inherits this value, but doesn't decide.
@MainActor
final class DecisionTask {
  @TaskLocal private static var current: DecisionTask?

  /// The identity of the task, or nil after the closure has returned.
  private var identity = TaskIdentity.current
  /// The active routes that wait for this decision, from the outermost to the subject of this one.
  private let subjects: [ObjectIdentifier]

  private init(about subject: AnyObject) {
    subjects = (Self.current?.subjects ?? []) + [ObjectIdentifier(subject)]
  }

  /// Whether this code runs in the task of a deciding closure.
  static var isCurrent: Bool {
    guard let identity = current?.identity else { return false }
    return identity == TaskIdentity.current
  }

  /// The active routes that can't decide before this code returns, or none outside of such closures.
  static var subjects: [ObjectIdentifier] { isCurrent ? current?.subjects ?? [] : [] }

  static func run<Result>(
    about subject: AnyObject, in registry: Registry, _ decide: @MainActor () async throws -> Result
  ) async throws -> Result {
    let task = DecisionTask(about: subject)
    defer { task.identity = nil }
    return try await $current.withValue(task) {
      try await Registry.withCurrent(registry) { try await decide() }
    }
  }
}
