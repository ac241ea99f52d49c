public import WaymarkCore

/// An entry of a registry that reports destinations that still exist some time after their removal.
///
///     let registry = try Registry {
///       EditorModule()
///       LeakDetection(after: .seconds(2))
///       Observes { event in
///         if case .leaked(let holder) = event.phase { print(event.destinationName, holder ?? "") }
///       }
///     }
///
/// Observers receive ``RouteEvent/Phase/leaked(holder:)`` once for an object, and ``RouteEvent/Phase/reclaimed`` if
/// it's deallocated later. Values don't count, and neither do instances that the registry or an open scope keeps. The
/// detection costs nothing until a destination is removed.
public struct LeakDetection: RoutesElement, Handler {
  let delay: Duration

  /// Creates the entry.
  ///
  /// - Parameter delay: The time for which a destination may still exist after its removal.
  public init(after delay: Duration) { self.delay = delay.sleepable }

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes { Routes(handler: self) }
}

extension RouteEmitter {
  /// Reports a removed object if it still exists after the delay, and then its deallocation.
  ///
  /// An object that the registry keeps, or that is shown again, isn't reported.
  func watch(_ object: AnyObject, of route: CompiledRoute, in registry: Registry, _ detection: LeakDetection)
  {
    // The presenter at the time of the removal may outlive the source.
    Task { [weak object, weak presenter = path.source?.routePresenter] in
      let removed = ContinuousClock.now
      guard (try? await Task.sleep(for: detection.delay)) != nil, !registry.keeps(route) else { return }
      guard reportIfAlive(object, presenter, since: removed) else { return }
      // Another task, because an instance of the registry may be what retains the object.
      Task { [weak object] in
        while object != nil { try? await Task.sleep(for: max(detection.delay, .milliseconds(10))) }
        emit(.reclaimed, nil, took: .now - removed)
      }
    }
  }

  /// Reports an object if it still exists.
  ///
  /// In a separate function, no local reference retains the object while the task waits.
  private func reportIfAlive(
    _ object: AnyObject?, _ presenter: (any RoutePresenter)?, since removed: ContinuousClock.Instant
  ) -> Bool {
    // The removal after the next presentation begins another watch.
    guard let object, Presentations.route(showing: object) == nil else { return false }
    // A source may create its presenter for each access.
    let presenter = presenter ?? path.source?.routePresenter
    emit(.leaked(holder: presenter?.holder(of: object)), object, took: .now - removed)
    return true
  }
}

/// A destination, or the object that contains it, between its creation and its removal.
///
/// It holds a shown object weakly, and a value until its removal.
struct HeldDestination<Requested> {
  private var strong: Requested?
  /// The object, or nil for a value.
  private(set) weak var object: AnyObject?

  init() {}

  init(_ destination: Requested) {
    strong = destination
    object = type(of: destination as Any) is AnyObject.Type ? destination as AnyObject : nil
  }

  /// The destination, or nil if there's none or the object no longer exists.
  var current: Requested? {
    if let strong { return strong }
    // Casting the optional itself to `Any` would succeed without an object.
    guard let object else { return nil }
    return object as? Requested
  }

  /// Replaces the destination by the result of a preparation, with an equally strong reference.
  mutating func replace(by destination: Requested) {
    let isLoose = strong == nil
    self = HeldDestination(destination)
    if isLoose { loosen() }
  }

  /// Releases the strong reference to an object, which its presenter retains from now on.
  mutating func loosen() {
    if object != nil { strong = nil }
  }

  /// A holder with a weak reference to the same object, or an empty one for a value.
  var weakened: HeldDestination {
    var weakened = self
    weakened.strong = nil
    return weakened
  }
}
