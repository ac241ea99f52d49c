#if canImport(SwiftUI)
  public import SwiftUI
  public import Waymark

  /// The key of the window.
  private struct RouteWindowKey: EnvironmentKey {
    static let defaultValue = RouteWindow.missing()
  }

  /// The key of the registry.
  private struct RegistryKey: EnvironmentKey {
    static let defaultValue: Registry? = nil
  }

  extension EnvironmentValues {
    /// The window of the view, from which it shows other screens.
    ///
    /// ```
    /// @Environment(\.routeWindow) private var window
    /// ```
    ///
    /// In a sheet, it's the window of the sheet. Outside a ``RouteStack``, showing something from it throws
    /// `actionFailed`.
    public internal(set) var routeWindow: RouteWindow {
      get { self[RouteWindowKey.self] }
      set { self[RouteWindowKey.self] = newValue }
    }

    /// The registry of the view: the one that a `registry` modifier sets, or else the current one.
    public internal(set) var routeRegistry: Registry {
      get { self[RegistryKey.self] ?? .current }
      set { self[RegistryKey.self] = newValue }
    }
  }
#endif
