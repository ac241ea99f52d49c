public import WaymarkCore

/// An entry that observes the presentation of destinations.
///
/// In a route, the closure observes the route's destination. Among the declarations of a registry, it observes all
/// destinations, after the routes' own observers.
///
///     Route(Editor.self) {
///       View<any EditorInput>()
///       Observes { event in print(event.phase) }
///     }
///
/// A derived registry also calls the observers of its base. Observers run on the main actor.
///
/// ``Registry/current`` in the closure is the registry that is bound at the time of the event, such as the caller's, or
/// else the installed one. It isn't always the registry that shows the destination.
public struct Observes: RoutesElement, Handler, FeatureEntry, RouteEntry {
  let observe: @MainActor @Sendable (RouteEvent) -> Void

  /// Creates the entry.
  ///
  /// - Parameter observe: Receives each event in order, successes before `onSuccess`, failures after `onFailure`.
  public init(_ observe: @escaping @MainActor @Sendable (RouteEvent) -> Void) { self.observe = observe }

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes { Routes(handler: self) }
}

@_documentation(visibility: internal)
extension Observes {
  /// A property of a view's presentation.
  public typealias Contents = EntryContents.Shown

  /// The entry as data.
  public var value: RouteEntryValue { RouteEntryValue(feature: self) }
}

/// An event in the presentation of a destination.
///
///     Observes { event in
///       if case .failed(let error) = event.phase { print(event.destinationName, error) }
///     }
@MainActor
public struct RouteEvent {
  /// A kind of event.
  public enum Phase {
    /// Waymark has created the destination and is about to show it.
    case willPerform
    /// The destination is shown.
    case didPerform
    /// Waymark is about to remove the destination.
    case willRemove
    /// The destination was removed, by Waymark or by other means such as the user.
    case didRemove
    /// An operation failed, and the state is the same as before it.
    case failed(RouteError)
    /// The destination still exists after the delay of ``LeakDetection``.
    case leaked(holder: String?)
    /// A leaked destination was deallocated.
    case reclaimed
  }

  /// The kind of the event.
  public let phase: Phase
  /// The destination, or nil if there's none.
  public let destination: Any?
  /// The destination type of the route.
  public let destinationType: Any.Type
  /// The kind of presentation and its source.
  public let path: RoutePath
  /// The URL that opened the route, or nil if none did.
  public let url: String?
  /// The source location of the route's declaration.
  public let location: DeclarationLocation
  /// The time that the change took, or the time since the removal, or nil if unknown.
  public let duration: Duration?

  /// The name of the destination's type, such as `Editor`, which takes microseconds to compute.
  public var destinationName: String { TypeName.of(destinationType) }

  /// Creates an event, for tests of an observer.
  ///
  ///     observer(RouteEvent(.didPerform, of: Editor.self, path: .push(from: window)))
  ///
  /// - Parameters:
  ///   - phase: The kind of the event.
  ///   - destinationType: The destination type of the route.
  ///   - destination: The destination, if there is one.
  ///   - path: The kind of presentation and its source.
  ///   - url: The URL that opened the route.
  ///   - location: The source location of the route's declaration.
  ///   - duration: The time that the change took.
  public init(
    _ phase: Phase, of destinationType: Any.Type, destination: Any? = nil, path: RoutePath,
    url: String? = nil,
    location: DeclarationLocation = DeclarationLocation(), duration: Duration? = nil
  ) {
    self.phase = phase
    self.destination = destination
    self.destinationType = destinationType
    self.path = path
    self.url = url
    self.location = location
    self.duration = duration
  }
}

/// A value that sends events to the observers of a route and of its registry, which it doesn't retain.
@MainActor
struct RouteEmitter {
  private let observers: [Observes]
  private let declaration: RouteDeclaration
  let path: RoutePath
  private let url: String?

  init(_ request: RouteRequest, _ path: RoutePath) {
    declaration = request.route.declaration
    observers = declaration.features(Observes.self) + request.router.registry.handlers(Observes.self)
    (self.path, url) = (path, request.url)
  }

  /// Calls the observers, if any, with an event.
  func emit(_ phase: RouteEvent.Phase, _ destination: Any?, took duration: Duration?) {
    guard !observers.isEmpty else { return }
    let event = RouteEvent(
      phase, of: declaration.destination, destination: destination, path: path, url: url,
      location: declaration.location, duration: duration)
    for observer in observers { observer.observe(event) }
  }
}
