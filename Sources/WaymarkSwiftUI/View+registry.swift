#if canImport(SwiftUI)
  public import SwiftUI
  public import Waymark

  extension View {
    /// Sets the registry of a view and of what it shows: the `routeRegistry` of its environment.
    ///
    /// - Parameter registry: The registry.
    public func registry(_ registry: Registry) -> some View { environment(\.routeRegistry, registry) }

    /// Creates a registry for a preview.
    ///
    /// ```
    /// RouteView(.note).registry(profile: .preview) { NoteModule() }
    /// ```
    ///
    /// The registry is created when the view is drawn first. It's installed, too, because buttons and `@Routed`
    /// properties of the preview's views use the current registry. If it can't be created, the preview displays the
    /// diagnostics.
    ///
    /// - Parameters:
    ///   - profile: The profile whose `When` declarations are used.
    ///   - fileID: The source file that's reported if nothing declares the profile; by default, that of the call.
    ///   - line: The source line that's reported if nothing declares the profile; by default, that of the call.
    ///   - routes: The declarations.
    public func registry(
      profile: Profile? = nil, fileID: StaticString = #fileID, line: Int = #line,
      @RoutesBuilder _ routes: @escaping () -> Routes
    ) -> some View {
      PreviewView(content: self) { () throws(RegistryError) in
        try Registry(profile: profile, fileID: fileID, line: line, routes)
      }
    }
  }

  /// A view with a registry of its own.
  private struct PreviewView<Content: View>: View {
    /// Keeps the registry, or why there's none.
    @MainActor
    final class Storage {
      private var result: Result<Registry, RegistryError>?

      func registry(_ make: () throws(RegistryError) -> Registry) -> Result<Registry, RegistryError> {
        if let result { return result }
        let new = Result { () throws(RegistryError) in try make() }
        if case .success(let registry) = new { Registry.install(registry) }
        result = new
        return new
      }
    }

    let content: Content
    let make: () throws(RegistryError) -> Registry
    @State private var storage = Storage()

    var body: some View {
      switch storage.registry(make) {
      case .success(let registry): content.registry(registry)
      case .failure(let error): Text(verbatim: "\(error)")
      }
    }
  }

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
