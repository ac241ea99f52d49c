#if canImport(SwiftUI)
  import Observation
  public import SwiftUI
  public import Waymark

  /// A view that shows the destination of a route as a part of another view.
  ///
  /// ```
  /// RouteStack(window) { RouteView(.noteList) }
  /// ```
  ///
  /// When the view appears, the registry of the environment (``EnvironmentValues``) creates the destination, which
  /// exists as long as this view. The path is `addChild`. Interceptors, preparation, and observers work as for other
  /// screens. If the destination can't be shown, the view displays the error.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  public struct RouteView<Requested>: View {
    @State private var host = RouteViewHost()
    @Environment(\.routeRegistry) private var registry
    @Environment(\.leaveRoute) private var leave
    private let prepare: (@MainActor (inout Requested) throws -> Void)?
    private let perform: RouteViewHost.Perform<Requested>

    /// Creates a view of a route.
    ///
    /// - Parameters:
    ///   - token: The token of the destination.
    ///   - prepare: Prepares the destination before its route does.
    public init(
      _ token: RoutableView<Requested>, prepare: (@MainActor (inout Requested) throws -> Void)? = nil
    ) {
      self.prepare = prepare
      perform = { registry, path, options throws(RouteError) in
        try registry.perform(to: token, path: path, configuring: options)
      }
    }

    /// Creates a view of a route for a configuration, which the caller passes.
    ///
    /// ```
    /// RouteView(.editorModule, as: .editor, with: EditorConfiguration(note: 7))
    /// ```
    ///
    /// The configuration counts when the view appears. To show another one, give the view another identity, for
    /// example with `id(_:)`.
    ///
    /// - Parameters:
    ///   - module: The token of the configuration.
    ///   - token: The token of the destination.
    ///   - configuration: The configuration, whose initializer takes all values that the destination needs.
    ///   - prepare: Prepares the destination before its route does.
    public init<Module>(
      _ module: RoutableViewModule<Module>, as token: RoutableView<Requested>, with configuration: Module,
      prepare: (@MainActor (inout Requested) throws -> Void)? = nil
    ) {
      self.prepare = prepare
      perform = { registry, path, options throws(RouteError) in
        try registry.perform(
          to: module, as: token, path: path, with: configuration, configuring: options)
      }
    }

    /// The view of the destination.
    public var body: some View {
      ZStack {
        if let content = host.content { content }
        if let failure = host.failure { Text(verbatim: "\(failure)") }
      }
      .onAppear {
        host.show(in: registry, of: leave.leaving, prepare, perform)
      }
    }
  }

  /// The source and the presenter for the route of a ``RouteView``.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor
  @Observable
  final class RouteViewHost: RouteSource, RoutePresenter {
    typealias Completion = @MainActor ((any Error)?) -> Void
    /// A function that creates and shows the destination along a path.
    typealias Perform<Requested> =
      @MainActor (
        Registry, RoutePath, @escaping @MainActor (inout PerformOptions<Requested>) -> Void
      ) throws(RouteError) -> ActiveRoute<Requested>

    private(set) var content: AnyView?
    private(set) var failure: RouteError?
    @ObservationIgnored private var ending: Ending?
    @ObservationIgnored private var isShown = false
    /// The parts of the screen or of the view controller around the view.
    @ObservationIgnored private weak var leaving: LeaveState?

    /// Reports the removal when the view is gone for good, not only covered.
    private final class Ending: Sendable {
      let transition: RouteTransition
      /// Whether the screen around the view needs the route's answer.
      let leaving: LeaveState?

      @MainActor
      init(_ transition: RouteTransition, in leaving: LeaveState?) {
        self.transition = transition
        self.leaving = leaving
        leaving?.parts.append(transition)
      }

      deinit {
        let (transition, leaving) = (transition, leaving)
        Task { @MainActor in
          leaving?.parts.removeAll { $0 == transition }
          transition.wasRemoved()
        }
      }
    }

    var routePresenter: any RoutePresenter { self }

    /// Shows the destination, once.
    ///
    /// - Parameter leaving: The parts of the screen or of the view controller around the view, if any.
    func show<Requested>(
      in registry: Registry, of leaving: LeaveState?,
      _ prepare: (@MainActor (inout Requested) throws -> Void)?,
      _ perform: Perform<Requested>
    ) {
      guard !isShown else { return }
      isShown = true
      self.leaving = leaving
      do throws(RouteError) {
        let active = try perform(registry, .addChild(to: self)) { [weak self] options in
          options.prepareDestination = prepare
          options.onFailure = { if $0.code != .redirected { self?.failure = $0 } }
        }
        guard active.state != .routed else { return }
        // An interceptor may show another destination, now or later, and that may fail.
        Task { [weak self] in
          do { try await active.finallyCompleted() } catch { self?.failure = error as? RouteError }
        }
      } catch {
        failure = error
      }
    }

    // MARK: - As a presenter

    func validate(_ transition: RouteTransition) throws(RouteError) {}

    func show(_ transition: RouteTransition, completion: @escaping Completion) {
      do throws(RouteError) {
        content = try ScreenContent(of: transition.view, along: transition.path.kind).view
        ending = Ending(transition, in: leaving)
        completion(nil)
      } catch {
        completion(error)
      }
    }

    func isView(_ object: Any) -> Bool { ScreenContent.isDrawn(object) }

    func remove(_ transition: RouteTransition, completion: @escaping Completion) {
      content = nil
      ending = nil
      completion(nil)
    }
  }
#endif
