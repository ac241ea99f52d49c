/// Why a registry could not do what it was asked for.
///
/// The description says what was asked for, which routes were being made, and what to do about it.
public struct RouteError: Error, Equatable, CustomStringConvertible, Sendable {
  /// What kind of error this is.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Name: String {
      case unregistered
      case noRegistryInstalled
      case factoryFailed
      case preparationFailed
      case dependencyCycle
      case configurationReplaced
      case destinationMismatch
      case noConfiguration
      case notAService
      case madeDuringCheck
      case unsupportedPath
      case alreadyPerforming
      case actionFailed
      case redirected
      case refused
      case redirectionCycle
      case malformedURL
      case unknownURL
      case missingParameter
      case invalidParameter
      case parentCycle
    }

    private let name: Name

    /// Nothing in the registry provides what was asked for.
    public static let unregistered = Self(name: .unregistered)
    /// No registry was installed, and none was bound to the task.
    public static let noRegistryInstalled = Self(name: .noRegistryInstalled)
    /// The route's factory, or a closure that wraps what it made, threw an error.
    public static let factoryFailed = Self(name: .factoryFailed)
    /// A preparation, the caller's or the route's, threw an error.
    public static let preparationFailed = Self(name: .preparationFailed)
    /// Factories need each other in a circle.
    public static let dependencyCycle = Self(name: .dependencyCycle)
    /// The caller put a value of another type in the place of the route's configuration.
    public static let configurationReplaced = Self(name: .configurationReplaced)
    /// A destination is not of the type that is needed here.
    public static let destinationMismatch = Self(name: .destinationMismatch)
    /// The route has no configuration that could be filled.
    public static let noConfiguration = Self(name: .noConfiguration)
    /// A view was asked for where only services can be made.
    public static let notAService = Self(name: .notAService)

    /// A module's own rule asked for a destination.
    public static let madeDuringCheck = Self(name: .madeDuringCheck)

    /// The route, or the presenter, cannot show the destination along this path.
    public static let unsupportedPath = Self(name: .unsupportedPath)
    /// The destination is being shown already.
    public static let alreadyPerforming = Self(name: .alreadyPerforming)
    /// A destination could not be shown or removed.
    public static let actionFailed = Self(name: .actionFailed)
    /// An interceptor has shown something else instead.
    public static let redirected = Self(name: .redirected)
    /// An interceptor did not let the destination be shown.
    public static let refused = Self(name: .refused)
    /// Interceptors redirect in a circle.
    public static let redirectionCycle = Self(name: .redirectionCycle)

    /// A text is no URL.
    public static let malformedURL = Self(name: .malformedURL)
    /// A URL leads nowhere, or none leads to a route.
    public static let unknownURL = Self(name: .unknownURL)
    /// A URL does not have a parameter that is needed.
    public static let missingParameter = Self(name: .missingParameter)
    /// A parameter of a URL cannot be read as the type that is needed.
    public static let invalidParameter = Self(name: .invalidParameter)

    /// The screens below a URL lead to each other in a circle.
    public static let parentCycle = Self(name: .parentCycle)

    /// The name of the code, such as `unregistered`.
    public var description: String { name.rawValue }
  }

  /// A route that was being made when the error happened.
  public struct Step: Sendable, Hashable, CustomStringConvertible {
    /// The name of the destination's type.
    public let destination: String
    /// Where the route is declared.
    public let location: DeclarationLocation

    /// The destination and the place: `Editor (Editor/EditorModule.swift:12)`.
    public var description: String { "\(destination) (\(location))" }

    init(_ route: CompiledRoute) {
      destination = TypeName.of(route.declaration.destination)
      location = route.declaration.location
    }
  }

  private final class Storage: Sendable {
    let code: Code
    let message: String
    let remedy: String?
    let underlying: (any Error)?
    let routes: [CompiledRoute]

    init(
      _ code: Code, _ message: String, _ remedy: String?, _ underlying: (any Error)?,
      _ routes: [CompiledRoute]
    ) {
      self.code = code
      self.message = message
      self.remedy = remedy
      self.underlying = underlying
      self.routes = routes
    }
  }

  private let storage: Storage

  /// What kind of error this is.
  public var code: Code { storage.code }

  /// The fact, in one sentence.
  public var message: String { storage.message }

  /// How to mend it, where that is known.
  public var remedy: String? { storage.remedy }

  /// The error that a factory or a preparation threw.
  public var underlying: (any Error)? { storage.underlying }

  /// The routes that were being made, the innermost first.
  public var path: [Step] { storage.routes.map { Step($0) } }

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: What kind of error it is.
  ///   - message: The fact, in one sentence.
  ///   - remedy: How to mend it.
  ///   - underlying: The error behind this one.
  public init(_ code: Code, _ message: String, remedy: String? = nil, underlying: (any Error)? = nil) {
    self.init(code, message, remedy: remedy, underlying: underlying, routes: [])
  }

  init(
    _ code: Code, _ message: String, remedy: String?, underlying: (any Error)?, routes: [CompiledRoute]
  ) {
    storage = Storage(code, message, remedy, underlying, routes)
  }

  /// Whether the error happened while this route was being made.
  func hasPassed(through route: CompiledRoute) -> Bool { storage.routes.contains { $0 === route } }

  /// Whether this route, and none that it needs, is where the error happened.
  func isRaised(in route: CompiledRoute) -> Bool {
    code == .dependencyCycle ? hasPassed(through: route) : storage.routes.first === route
  }

  /// The message, the code, the routes that were being made, and the remedy.
  public var description: String {
    var lines = ["\(message) [\(code)]"]
    if let first = path.first {
      lines.append(
        path.dropFirst().reduce("while making \(first)") { "\($0), needed by \($1)" })
    }
    if let remedy { lines.append("To fix: \(remedy)") }
    return lines.joined(separator: "\n    ")
  }

  /// Whether two errors say the same.
  public static func == (left: Self, right: Self) -> Bool {
    left.code == right.code && left.message == right.message && left.path == right.path
  }
}
