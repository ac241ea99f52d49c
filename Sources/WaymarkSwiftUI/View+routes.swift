#if canImport(SwiftUI)
  import Foundation
  public import SwiftUI
  public import Waymark

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  extension View {
    /// Sets the registry of a view and its content: the `routeRegistry` of the environment.
    ///
    /// - Parameter registry: The registry.
    public func registry(_ registry: Registry) -> some View { environment(\.routeRegistry, registry) }

    /// Creates a registry for a preview.
    ///
    /// ```
    /// RouteView(.note).registry(profile: .preview) { NoteModule() }
    ///
    /// RouteView(.note)
    ///   .registry(profile: .preview) {
    ///     NoteModule()
    ///   } overriding: {
    ///     Overrides(.noteClient, \.load) { _ in "Milk" }
    ///   }
    /// ```
    ///
    /// When it's first drawn, the view creates the registry and installs it, because buttons and `@Routed` properties
    /// of the preview's views use the current registry. If the creation fails, the preview shows the diagnostics.
    ///
    /// - Parameters:
    ///   - profile: The profile of the `When` declarations to use.
    ///   - fileID: The source file to report if nothing declares the profile. By default, the caller's.
    ///   - line: The source line to report if nothing declares the profile. By default, the caller's.
    ///   - routes: The declarations.
    ///   - replacements: The declarations that replace some of them, such as ``Waymark/Overrides``.
    public func registry(
      profile: Profile? = nil, fileID: StaticString = #fileID, line: Int = #line,
      @RoutesBuilder _ routes: @escaping () -> Routes,
      @RoutesBuilder overriding replacements: @escaping () -> Routes = { RoutesBuilder.buildBlock() }
    ) -> some View {
      PreviewView(content: self) { () throws(RegistryError) in
        try Registry(profile: profile, fileID: fileID, line: line, routes).overriding(replacements)
      }
    }

    /// Opens the URLs and user activities that the window's scene receives.
    ///
    /// ```
    /// RouteStack(window) { NoteList() }.opensRoutes(in: window)
    /// ```
    ///
    /// A `Navigator` of the view shows the screens of each URL or web page, in the registry of the environment.
    ///
    /// - Parameters:
    ///   - window: The window for the screens.
    ///   - activities: The types of the activities.
    ///   - onFailure: Receives the error if a URL can't be opened.
    public func opensRoutes(
      in window: RouteWindow, activities: [String] = RouteWindow.webActivities,
      onFailure: (@MainActor (_ url: String, _ failure: Navigator.Failure) -> Void)? = nil
    ) -> some View {
      OpeningView(window: window, activities: activities, onFailure: onFailure, content: self)
    }

    /// Opens the URLs and user activities that the window's scene receives with a navigator.
    ///
    /// - Parameters:
    ///   - navigator: The navigator, which keeps URLs until it can open them, and has the closure for errors.
    ///   - activities: The types of the activities.
    public func opensRoutes(
      with navigator: Navigator, activities: [String] = RouteWindow.webActivities
    ) -> some View {
      ReceivingView(activities: activities, launchURL: { navigator.lastReceivedURL }, content: self) {
        navigator.receive($0)
      }
    }
  }

  /// A view with its own registry.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private struct PreviewView<Content: View>: View {
    let content: Content
    let make: () throws(RegistryError) -> Registry
    /// The registry, or the error of its creation.
    @State private var result = MadeOnce<Result<Registry, RegistryError>>()

    var body: some View {
      switch result.value(makeRegistry) {
      case .success(let registry): content.registry(registry)
      case .failure(let error): Text(verbatim: "\(error)")
      }
    }

    private func makeRegistry() -> Result<Registry, RegistryError> {
      let result = Result { () throws(RegistryError) in try make() }
      if case .success(let registry) = result { Registry.install(registry) }
      return result
    }
  }

  /// A value that a view makes on first use, and keeps with its state.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor
  private final class MadeOnce<Value> {
    private var value: Value?

    func value(_ make: () -> Value) -> Value {
      if let value { return value }
      let new = make()
      value = new
      return new
    }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  extension EnvironmentValues {
    private struct RouteWindowKey: EnvironmentKey {
      static let defaultValue = RouteWindow(tabs: [], hasStack: false, isMissing: true)
    }

    private struct RegistryKey: EnvironmentKey {
      static let defaultValue: Registry? = nil
    }

    /// The window of the view, for showing other screens.
    ///
    /// ```
    /// @Environment(\.routeWindow) private var window
    /// ```
    ///
    /// In a sheet, it's the sheet's window. Outside of a ``RouteStack``, showing a view from it throws `actionFailed`.
    public internal(set) var routeWindow: RouteWindow {
      get { self[RouteWindowKey.self] }
      set {
        self[RouteWindowKey.self] = newValue
        // The window is inside of the source.
        heldSource = nil
      }
    }

    /// The registry of the view, from a `registry` modifier, or else the current one.
    public internal(set) var routeRegistry: Registry {
      get { self[RegistryKey.self] ?? .current }
      set { self[RegistryKey.self] = newValue }
    }
  }

  /// A view that calls a closure once with each URL that its scene receives.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private struct ReceivingView<Content: View>: View {
    /// The last URL of the scene.
    ///
    /// The system may pass a link in several ways: as a URL, as an activity, and to the scene's delegate.
    @MainActor
    final class LastURL {
      private var last: (url: String, time: ContinuousClock.Instant)?
      private var hasAppeared = false

      /// Notes the URL that the scene's delegate has received before the first appearance of the view.
      func appear(after launchURL: String?) {
        if !hasAppeared, let launchURL { last = (launchURL, .now) }
        hasAppeared = true
      }

      /// Returns whether the same URL has just arrived in another way.
      func isRepeated(_ url: URL) -> Bool {
        let (text, now) = (url.routedText, ContinuousClock.now)
        let isRepeated = last.map { $0.url == text && $0.time.duration(to: now) < .seconds(2) } ?? false
        last = isRepeated ? nil : (text, now)
        return isRepeated
      }
    }

    let activities: [String]
    let launchURL: @MainActor () -> String?
    let content: Content
    let receive: @MainActor (URL) -> Void
    @State private var lastURL = LastURL()

    var body: some View {
      activities.reduce(AnyView(content.onOpenURL { pass($0) })) { view, type in
        AnyView(
          view.onContinueUserActivity(type) { activity in
            if let url = activity.webpageURL { pass(url) }
          })
      }
      .onAppear { lastURL.appear(after: launchURL()) }
    }

    private func pass(_ url: URL) {
      if !lastURL.isRepeated(url) { receive(url) }
    }
  }

  /// A view that opens URLs with its own navigator.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private struct OpeningView<Content: View>: View {
    let window: RouteWindow
    let activities: [String]
    let onFailure: (@MainActor (String, Navigator.Failure) -> Void)?
    let content: Content
    /// The navigator, which follows the window from the first appearance of the view on.
    @State private var opener = MadeOnce<Navigator>()
    @Environment(\.routeRegistry) private var registry

    var body: some View {
      ReceivingView(activities: activities, launchURL: { nil }, content: content) { url in
        navigator.onFailure = onFailure
        navigator.receive(url)
      }
      .onAppear { _ = navigator }
    }

    private var navigator: Navigator { opener.value { Navigator(from: window, in: registry) } }
  }
#endif
