public import Observation

/// The observers of a navigator's screens, of which there are none without Observation.
@MainActor
class ScreenObservers {
  /// Returns the observers for this system.
  static func forThisSystem() -> ScreenObservers {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return ScreenObservers() }
    return ObservationObservers()
  }

  /// Records that the screens of a navigator are read.
  func noteAccess(to navigator: Navigator) {}

  /// Changes the screens of a navigator, and notifies those that have read them.
  func notify(of navigator: Navigator, _ change: () -> Void) { change() }
}

/// The observers that use Observation.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
private final class ObservationObservers: ScreenObservers {
  private let registrar = ObservationRegistrar()

  override func noteAccess(to navigator: Navigator) { registrar.access(navigator, keyPath: \.entries) }

  override func notify(of navigator: Navigator, _ change: () -> Void) {
    registrar.withMutation(of: navigator, keyPath: \.entries, change)
  }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension Navigator: Observable {}
