import WaymarkRuntime

/// The identity of a declaration that receives error reports.
package final class ErrorReceiver: Sendable {}

/// An error that ends several steps, with the error of the failed step.
package protocol RouteFailure: Error {
  var error: RouteError { get }
}

/// The error that a registry throws when a request fails.
///
/// The description contains the request, the routes in progress, and a remedy. Make decisions based on ``code``. The
/// wording of ``message`` can change. For an example of each code, see <doc:Messages>.
///
///     do {
///       let editor = try Router.makeDestination(to: .editor)
///       print(editor.title)
///     } catch {
///       if error.code != .unregistered { print(error) }
///     }
public struct RouteError: Error, Equatable, CustomStringConvertible, Sendable {
  /// The kind of an error.
  ///
  /// A future version can add codes, so a `switch` over codes needs a `default`.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private let name: String

    private init(_ name: String) { self.name = name }

    /// The registry has no provider for the request.
    public static let unregistered = Self("unregistered")
    /// Several routes provide the class of an object, and none is ``Exclusive``.
    public static let ambiguousRoute = Self("ambiguousRoute")
    /// Several names of a type have providers, and the request has no name.
    public static let ambiguousName = Self("ambiguousName")
    /// No registry is installed or bound to the task.
    public static let noRegistryInstalled = Self("noRegistryInstalled")
    /// The route's factory, or a closure that converts the destination, threw an error.
    public static let factoryFailed = Self("factoryFailed")
    /// The caller's or the route's preparation threw an error.
    public static let preparationFailed = Self("preparationFailed")
    /// Factories depend on each other in a cycle.
    public static let dependencyCycle = Self("dependencyCycle")
    /// The caller replaced the route's configuration with a value of another type.
    public static let configurationReplaced = Self("configurationReplaced")
    /// A request has no configuration, and its route has no default one.
    public static let configurationMissing = Self("configurationMissing")
    /// A destination doesn't have the expected type.
    public static let destinationMismatch = Self("destinationMismatch")
    /// A function that only creates services received a request for a view.
    public static let notAService = Self("notAService")

    /// A module's own rule, ``RouteModule/check(_:)``, requested a destination.
    public static let madeDuringCheck = Self("madeDuringCheck")

    /// The route or the presenter doesn't support this way to show the destination.
    public static let unsupportedPath = Self("unsupportedPath")
    /// The destination is already shown.
    public static let alreadyPerforming = Self("alreadyPerforming")
    /// A request to show a view that the registry keeps, or that the caller passes, arrived while the view was shown.
    public static let alreadyShown = Self("alreadyShown")
    /// The presenter failed to show or remove the destination.
    public static let actionFailed = Self("actionFailed")
    /// The source can't show a destination along this path, such as a push outside of a navigation controller.
    public static let invalidSource = Self("invalidSource")
    /// The toolkit is still animating another change.
    public static let unbalancedTransition = Self("unbalancedTransition")
    /// A segue ran without preparing the destination that its toolkit created.
    public static let segueNotPerformed = Self("segueNotPerformed")
    /// An interceptor showed another destination instead.
    public static let redirected = Self("redirected")
    /// An interceptor refused to show the destination.
    public static let refused = Self("refused")
    /// Interceptors redirect to each other in a cycle.
    public static let redirectionCycle = Self("redirectionCycle")
    /// A destination stays shown because its ``Leaves`` entry refused the removal.
    public static let stayed = Self("stayed")
    /// A ``Navigator`` refuses a change because another change is in progress.
    public static let busy = Self("busy")
    /// A later change of a ``Navigator`` replaced this one.
    public static let superseded = Self("superseded")

    /// The string isn't a valid URL.
    public static let malformedURL = Self("malformedURL")
    /// No route matches a URL, or no URL matches a route.
    public static let unknownURL = Self("unknownURL")
    /// A URL lacks a required parameter.
    public static let missingParameter = Self("missingParameter")
    /// A parameter of a URL can't be converted to the required type.
    public static let invalidParameter = Self("invalidParameter")

    /// The parents of a URL's screen form a cycle.
    public static let parentCycle = Self("parentCycle")

    /// A request, or an inner scope, needs a scope that isn't open in the registry.
    public static let scopeNotOpen = Self("scopeNotOpen")
    /// The scope of the registry, or one around it, was closed, perhaps during the request or operation.
    public static let scopeClosed = Self("scopeClosed")
    /// A scope was opened inside a scope of the same type.
    public static let scopeAlreadyOpen = Self("scopeAlreadyOpen")
    /// A registry was stopped, but scopes in it are open.
    public static let scopeStillOpen = Self("scopeStillOpen")

    /// A kept instance used its registry after nothing else retained the registry.
    public static let registryReleased = Self("registryReleased")

    /// A request needs an instance before its start has succeeded or after the call of `stop()`, or `start()` was
    /// called after `stop()`.
    public static let notStarted = Self("notStarted")
    /// The start operation of an instance threw an error.
    public static let startFailed = Self("startFailed")
    /// Another task called `stop()` before a start was complete.
    public static let startInterrupted = Self("startInterrupted")
    /// The stop operation of an instance threw an error or exceeded its time limit.
    public static let stopFailed = Self("stopFailed")
    /// A start or stop operation called `start()`, `stop()`, or `close()`, or an operation of a `ScopeCache` called
    /// `closeAll()`, which waits for that operation.
    public static let lifecycleCycle = Self("lifecycleCycle")

    /// An isolated module needs a dependency of another module (`.registry(isolating:)` of WaymarkTesting).
    public static let unimplemented = Self("unimplemented")

    /// The name of the code, such as `unregistered`.
    public var description: String { name }
  }

  /// A route in progress when the error occurred.
  public struct Step: Sendable, Hashable, CustomStringConvertible {
    /// The name of the destination's type.
    public let destination: String
    /// The location of the route's declaration.
    public let location: DeclarationLocation

    /// The destination and the location: `Editor (Editor/EditorModule.swift:12)`.
    public var description: String { "\(destination) (\(location))" }
  }

  private struct Content: Sendable {
    let code: Code
    var message: String
    var remedy: @Sendable () -> String?
    let underlying: (any Error)?
    var routes: [CompiledRoute]
    var place: String?
    /// The declarations that have received the error.
    var receivers: [ErrorReceiver] = []
  }

  private final class Storage: Sendable {
    let content: Content
    init(_ content: Content) { self.content = content }
  }

  private let storage: Storage
  private var content: Content { storage.content }

  /// The kind of the error.
  public var code: Code { content.code }

  /// The problem, in one sentence.
  public var message: String { content.message }

  /// The action that solves the problem, if known, or several actions to choose from, each on a line.
  public var remedy: String? { content.remedy() }

  /// The error that a factory or a preparation threw, if any.
  public var underlying: (any Error)? { content.underlying }

  /// The routes in progress, innermost first.
  public var path: [Step] { content.routes.map { Step($0) } }

  package var routes: [CompiledRoute] { content.routes }

  /// Creates an error, for example for a factory or a test's replacement.
  ///
  /// - Parameters:
  ///   - code: The kind of the error.
  ///   - message: The problem, in one sentence.
  ///   - remedy: The action that solves the problem, or several actions, each on a line.
  ///   - underlying: The error that caused this one.
  public init(_ code: Code, _ message: String, remedy: String? = nil, underlying: (any Error)? = nil) {
    self.init(code, message, remedy: remedy, underlying: underlying, routes: [])
  }

  package init(
    _ code: Code, _ message: String, remedy: String?, underlying: (any Error)?, routes: [CompiledRoute]
  ) {
    self.init(
      Content(code: code, message: message, remedy: { remedy }, underlying: underlying, routes: routes))
  }

  /// Creates an error with a remedy that takes a search, at each read of it.
  init(
    _ code: Code, _ message: String, searching remedy: @escaping @Sendable () -> String,
    routes: [CompiledRoute]
  ) {
    self.init(Content(code: code, message: message, remedy: remedy, underlying: nil, routes: routes))
  }

  private init(_ content: Content) { storage = Storage(content) }

  private func with(_ change: (inout Content) -> Void) -> RouteError {
    var content = content
    change(&content)
    return RouteError(content)
  }

  func reported(to receivers: [ErrorReceiver]) -> RouteError { with { $0.receivers += receivers } }

  /// Returns the error with the receivers of the earlier error that caused it.
  package func following(_ cause: any Error) -> RouteError {
    guard let cause = Self.of(cause), !cause.content.receivers.isEmpty else { return self }
    return reported(to: cause.content.receivers)
  }

  /// Returns an error of Waymark, also one that ends several steps, or nil for another error.
  static func of(_ error: any Error) -> RouteError? {
    error as? RouteError ?? (error as? any RouteFailure)?.error
  }

  func isReported(to receiver: ErrorReceiver) -> Bool { content.receivers.contains { $0 === receiver } }

  /// Returns the error with its place, such as the `@Routed` property that the program read.
  package func at(_ place: String) -> RouteError { with { $0.place = place } }

  /// Returns the error with the routes that wait for the outermost route of its path.
  package func needed(by routes: [CompiledRoute]) -> RouteError { with { $0.routes += routes } }

  /// Whether a parameter of a URL is wrong, and the error doesn't have a route yet.
  package var isOfParameter: Bool { (code == .missingParameter || code == .invalidParameter) && !hasPath }

  /// Whether the error occurred in a route.
  package var hasPath: Bool { !content.routes.isEmpty }

  /// Returns the first action of a remedy in a program with tests, a trait, or an empty string in another program.
  static func inTest(_ action: String) -> String {
    TestingLibrary.isLoaded ? "\(action) to the test or its suite\n" : ""
  }

  /// Returns the error with another remedy, and perhaps another message.
  package func remedied(by remedy: String, message: String? = nil) -> RouteError {
    with {
      $0.remedy = { remedy }
      $0.message = message ?? $0.message
    }
  }

  /// The message and the code, followed by the routes in progress, the `@Routed` property or the view that a presenter
  /// was to show, and the remedy.
  public var description: String {
    var lines = ["\(message) [\(code)]"]
    if let pathText { lines.append(pathText) }
    if let place = content.place { lines.append(place) }
    if let remedy { lines += RemedyText.lines(of: remedy) }
    return lines.joined(separator: "\n    ")
  }

  /// The path as text, without most repetitions of a cycle, or nil if it's empty.
  var pathText: String? {
    let names = path.map(\.description)
    guard let first = names.first else { return nil }
    let act =
      switch code {
      case .startFailed: "starting"
      case .stopFailed: "stopping"
      default: "making"
      }
    let period = names.dropFirst().firstIndex(of: first) ?? names.count
    let repeated = names.indices.prefix { names[$0] == names[$0 % period] }.count
    guard repeated > 2 * period + 1 else { return "while \(act) \(Self.shortened(names))" }
    let cycle = names[...period].joined(separator: ", needed by ")
    return (["while \(act) \(cycle), and so on"] + names[repeated...]).joined(separator: ", needed by ")
  }

  /// The number of routes in a description's path, without the last one.
  private static let printed = 8

  /// Returns a path without the routes between its beginning and its end, if it's long.
  private static func shortened(_ names: [String]) -> String {
    let left = names.count - printed - 1
    // Replacing a single route makes the path no shorter.
    guard left > 1 else { return names.joined(separator: ", needed by ") }
    let shown = names.prefix(printed) + ["\(left) more", names[names.count - 1]]
    return shown.joined(separator: ", needed by ")
  }

  /// Returns whether two errors have the same code, message, and path.
  public static func == (left: Self, right: Self) -> Bool {
    left.code == right.code && left.message == right.message && left.path == right.path
  }
}
