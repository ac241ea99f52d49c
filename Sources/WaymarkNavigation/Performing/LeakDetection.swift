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

/// A check that a removed destination is deallocated.
@MainActor
struct LeakWatch {
  /// Reports a phase, with the object if it still exists and the time since the removal.
  typealias Report = @MainActor (RouteEvent.Phase, AnyObject?, Duration) -> Void

  private weak var object: AnyObject?
  private weak var source: (any RouteSource)?
  /// The presenter at the time of the removal, which may outlive the source.
  private weak var presenter: (any RoutePresenter)?
  private let detection: LeakDetection
  private let report: Report

  init(
    _ object: AnyObject, _ detection: LeakDetection, source: (any RouteSource)?,
    _ report: @escaping Report
  ) {
    self.object = object
    self.source = source
    presenter = source?.routePresenter
    self.detection = detection
    self.report = report
  }

  /// Reports the object if it still exists after the delay, and then its deallocation.
  ///
  /// An object that the registry keeps, or that is shown again, isn't reported.
  func start(unless isKept: @escaping @MainActor () -> Bool) {
    Task {
      let removed = ContinuousClock.now
      guard (try? await Task.sleep(for: detection.delay)) != nil, !isKept() else { return }
      guard reportIfAlive(since: removed) else { return }
      await waitForEnd()
      report(.reclaimed, nil, .now - removed)
    }
  }

  /// Reports the object if it still exists.
  ///
  /// In a separate function, no local reference retains the object while the task waits.
  private func reportIfAlive(since removed: ContinuousClock.Instant) -> Bool {
    // The removal after the next presentation begins another watch.
    guard let object, Presentations.route(showing: object) == nil else { return false }
    // A source may create its presenter for each access.
    let presenter = presenter ?? source?.routePresenter
    report(.leaked(holder: presenter?.holder(of: object)), object, .now - removed)
    return true
  }

  private func waitForEnd() async {
    while object != nil {
      guard (try? await Task.sleep(for: max(detection.delay, .milliseconds(10)))) != nil else { return }
    }
  }
}

/// A destination between its creation and its removal.
///
/// It holds a shown object weakly, and a value until its removal.
struct HeldDestination<Requested> {
  private var strong: Requested?
  private weak var object: AnyObject?

  /// The destination, or nil if there's none or the object no longer exists.
  var current: Requested? {
    if let strong { return strong }
    // Casting the optional itself to `Any` would succeed without an object.
    guard let object else { return nil }
    return object as? Requested
  }

  /// The object, or nil for a value.
  var currentObject: AnyObject? { object }

  mutating func hold(_ destination: Requested) {
    strong = destination
    object = type(of: destination as Any) is AnyObject.Type ? destination as AnyObject : nil
  }

  /// Replaces the destination by the result of a preparation, with an equally strong reference.
  mutating func replace(by destination: Requested) {
    let isLoose = strong == nil
    hold(destination)
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

  mutating func drop() { self = HeldDestination() }
}

/// An existing destination, retained until it's shown for the first time.
@MainActor
final class GivenDestination<Requested> {
  private var held = HeldDestination<Requested>()

  /// Creates a holder that retains a destination.
  init(_ destination: Requested) { held.hold(destination) }

  /// Returns the destination, and holds an object weakly from now on.
  func take() -> Requested? {
    defer { held.loosen() }
    return held.current
  }
}
