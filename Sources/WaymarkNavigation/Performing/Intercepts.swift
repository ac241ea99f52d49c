public import WaymarkCore
import WaymarkRuntime

/// An entry that decides whether a destination may be shown, for example only after a log-in.
///
/// In a route, the closure decides about the route's destination; among the declarations of a registry, about
/// all. The interceptors of the registry run first, in the order of their declaration.
///
///     Intercepts { attempt in
///       await account.isLoggedIn ? .proceed : .redirect(to: RoutableView<any LoginInput>())
///     }
///
/// With an interceptor, performing becomes asynchronous: the state is `routing` until all interceptors have
/// decided. They run on the main actor.
public struct Intercepts: RoutesElement, Handler, FeatureEntry, RouteEntry {
  let decide: @MainActor @Sendable (RouteAttempt) async throws -> RouteDecision
  let location: DeclarationLocation

  /// Creates the entry.
  ///
  /// - Parameters:
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - decide: Returns the decision. Throwing an error refuses the attempt. The closure's task is canceled
  ///     when a task that waits for the destination is canceled.
  @preconcurrency
  public init(
    fileID: StaticString = #fileID, line: Int = #line,
    _ decide: @escaping @MainActor @Sendable (RouteAttempt) async throws -> RouteDecision
  ) {
    location = DeclarationLocation(fileID: fileID, line: line)
    self.decide = decide
  }

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes { Routes(handler: self) }
}

extension Intercepts {
  /// A property of a view's presentation.
  public typealias Contents = EntryContents.Shown

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue(feature: self) }
}

/// The decision of an interceptor about an attempt to show a destination.
///
///     Intercepts { attempt in
///       attempt.url == nil ? .proceed : .redirectToURL("notes://login")
///     }
public enum RouteDecision: Sendable {
  /// The destination may be shown, unless a later interceptor decides otherwise.
  case proceed
  /// Another destination is shown along the same path; the attempt ends with `redirected`.
  case redirect(to: any Routable)
  /// The destination of a URL is shown along the same path; the attempt ends with `redirected`.
  case redirectToURL(String)
  /// The destination isn't shown, and the caller receives the error.
  case refuse(any Error)
}

/// An attempt to show a destination, about which an interceptor decides.
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
  /// How, and from which source, the destination is to be shown.
  public let path: RoutePath
  /// The source location of the route's declaration.
  public let location: DeclarationLocation
  /// The context of the request, such as the URL that opened the route.
  let context: RequestContext?
  /// The configuration as its caller filled it, or nil if there's none to fill.
  public let configuration: Any?
  /// The destination types that were requested before interceptors redirected, in order.
  public let redirectedFrom: [Any.Type]

  /// The URL that opened the route, or nil if none did.
  public var url: String? { context?.url }

  /// The name of the destination's type, such as `Editor`.
  ///
  /// Computing it takes microseconds.
  public var destinationName: String { TypeName.of(destinationType) }

  /// Creates an attempt, for tests of an interceptor.
  ///
  ///     let decision = try await requireLogin(RouteAttempt(of: Editor.self, path: .push(from: window)))
  ///
  /// - Parameters:
  ///   - destinationType: The destination type of the route.
  ///   - identifiers: The identifiers of the route.
  ///   - path: How, and from which source, the destination is to be shown.
  ///   - location: The source location of the route's declaration.
  ///   - configuration: The configuration as its caller filled it.
  ///   - redirectedFrom: The destination types that were requested before interceptors redirected.
  public init(
    of destinationType: Any.Type, identifiers: [String] = [], path: RoutePath,
    location: DeclarationLocation = DeclarationLocation(), configuration: Any? = nil,
    redirectedFrom: [Any.Type] = []
  ) {
    self.init(
      of: destinationType, identifiers: identifiers, path: path, location: location, context: nil,
      configuration: configuration, redirectedFrom: redirectedFrom)
  }

  init(
    of destinationType: Any.Type, identifiers: [String], path: RoutePath, location: DeclarationLocation,
    context: RequestContext?, configuration: Any?, redirectedFrom: [Any.Type]
  ) {
    self.destinationType = destinationType
    self.identifiers = identifiers
    self.path = path
    self.location = location
    self.context = context
    self.configuration = configuration
    self.redirectedFrom = redirectedFrom
  }
}

/// The task in which an interceptor or the closure of a `Leaves` entry decides.
///
/// What such a closure awaits can't wait for the decision. A task that the closure creates inherits this value, but it
/// isn't the one that decides.
@MainActor
final class DecisionTask {
  @TaskLocal private static var current: DecisionTask?

  /// The identity of the task; nil when the closure has returned.
  private var identity = TaskIdentity.current
  /// The active routes about which closures decide that wait for this decision, from the outermost, and its own.
  private let subjects: [ObjectIdentifier]

  private init(about subject: AnyObject) {
    subjects = (Self.current?.subjects ?? []) + [ObjectIdentifier(subject)]
  }

  /// Whether this code is called by a closure that's deciding, in the same task.
  static var isCurrent: Bool {
    guard let identity = current?.identity else { return false }
    return identity == TaskIdentity.current
  }

  /// The active routes about which no decision is made until this code has returned; none outside of such closures.
  static var subjects: [ObjectIdentifier] { isCurrent ? current?.subjects ?? [] : [] }

  /// Calls a closure that decides.
  ///
  /// - Parameter subject: The active route about which it decides.
  static func run<Result>(
    about subject: AnyObject, _ decide: @MainActor () async throws -> Result
  ) async throws -> Result {
    let task = DecisionTask(about: subject)
    defer { task.identity = nil }
    return try await $current.withValue(task) { try await decide() }
  }
}
