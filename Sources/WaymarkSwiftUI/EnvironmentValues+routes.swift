#if canImport(SwiftUI)
  public import SwiftUI
  public import Waymark

  private struct RouteWindowKey: EnvironmentKey {
    static let defaultValue = RouteWindow.missing()
  }

  private struct RegistryKey: EnvironmentKey {
    static let defaultValue: Registry? = nil
  }

  extension EnvironmentValues {
    /// The window of the view, for showing other screens.
    ///
    /// ```
    /// @Environment(\.routeWindow) private var window
    /// ```
    ///
    /// In a sheet, it's the sheet's window. Outside of a ``RouteStack``, showing a view from it throws `actionFailed`.
    public internal(set) var routeWindow: RouteWindow {
      get { self[RouteWindowKey.self] }
      set { self[RouteWindowKey.self] = newValue }
    }

    /// The registry of the view, from a `registry` modifier, or else the current one.
    public internal(set) var routeRegistry: Registry {
      get { self[RegistryKey.self] ?? .current }
      set { self[RegistryKey.self] = newValue }
    }
  }
#endif
