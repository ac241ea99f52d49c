public import Observation
public import WaymarkCore

/// An object that knows what is shown in one window, and changes it as a whole.
///
///     let navigator = Navigator(from: window)
///     try await navigator.open("notes://folder/work/note/7")
///     let saved = navigator.plan
///     try await navigator.back()
///     try await navigator.apply(navigator.changes(to: saved))
///
/// It follows everything that's shown from its window since it was created, whoever shows it, and notices when the
/// user removes something. Only parts of screens, along `addChild` and `addSubview`, don't count.
///
/// A change keeps the screens that are shown already (``Reuses``), asks those that it removes (``Leaves``), removes
/// from the top, and animates its last step only. There's one change at a time; `whileBusy` says what happens to the
/// next one. So a double tap doesn't show a screen twice: the second change finds it shown already.
///
/// Don't wait for a change of the same navigator in an interceptor or in `Leaves`: it waits for the change that
/// called it.
///
/// ``screens`` and ``plan`` can be observed with `withObservationTracking`, and so by SwiftUI.
@MainActor
public final class Navigator: Observable {
  /// The registry whose routes are shown.
  public let registry: Registry

  /// A closure that receives the error of a URL from ``receive(_:)`` that couldn't be opened.
  public var onFailure: (@MainActor (_ url: String, _ failure: Failure) -> Void)?

  let whileBusy: BusyPolicy
  let opensWhen: @MainActor () -> Bool
  /// Returns the time since the navigator was created.
  let now: @MainActor () -> Duration
  var received: ReceivedURLs
  /// The task that opens the URLs that were received, if one does.
  var opening: Task<Void, Never>?
  /// Whether the URLs are to be tried once more after the task.
  var opensAgain = false
  /// Whether the URLs will be tried again when the early registry is complete.
  var isWaitingForCompletion = false

  var queue = ChangeQueue()
  var changes: [Int: NavigatorChange] = [:]
  var lastNumber = 0

  private(set) weak var source: (any RouteSource)?
  /// The source location of the navigator's creation.
  private let location: DeclarationLocation
  /// The error for a source that no longer exists, when it was reported.
  private var sourceError: RouteError?
  private let registrar = ObservationRegistrar()
  private var storedEntries: [ShownScreen] = []

  /// The screens of all tabs, in the order in which they were shown.
  var entries: [ShownScreen] {
    get {
      registrar.access(self, keyPath: \.entries)
      return storedEntries
    }
    set { registrar.withMutation(of: self, keyPath: \.entries) { storedEntries = newValue } }
  }

  /// Creates a navigator.
  ///
  /// - Parameters:
  ///   - source: The source from which screens are shown, such as a window. It isn't retained, because a source often
  ///     retains its navigator. A navigator with a source that nothing retains reports an error to ``ReportsErrors``.
  ///   - registry: The registry whose routes are shown.
  ///   - whileBusy: What happens to a change that's requested during another one.
  ///   - opensWhen: Returns whether received URLs may be opened. It's called again when an observable property that
  ///     it has read changes, and by ``retry()``.
  ///   - keeping: Which of the received URLs are kept until they can be opened.
  ///   - limit: How long a received URL is kept.
  ///   - clock: The clock that measures it.
  ///   - fileID: The source file that creates the navigator, for errors.
  ///   - line: The source line that creates the navigator.
  public init<C: Clock>(
    from source: any RouteSource, in registry: Registry = .current, whileBusy: BusyPolicy = .wait,
    opensWhen: @escaping @MainActor () -> Bool = { true }, keeping: KeepPolicy = .newest,
    for limit: Duration = .seconds(300), clock: C = ContinuousClock(),
    fileID: StaticString = #fileID, line: Int = #line
  ) where C.Duration == Duration {
    self.source = source
    location = DeclarationLocation(fileID: fileID, line: line)
    self.registry = registry
    self.whileBusy = whileBusy
    self.opensWhen = opensWhen
    let start = clock.now
    now = { start.duration(to: clock.now) }
    received = ReceivedURLs(keeping: keeping, for: limit)
    Presentations.add(self)
    // Nothing retains the source of `Navigator(from: Window())` anymore when the caller continues.
    Task { [weak self] in
      if let self, self.source == nil { _ = sourceGone() }
    }
  }

  /// Returns the error for a source that no longer exists, which is reported once.
  func sourceGone() -> RouteError {
    let error = sourceError ?? registry.reporting(.navigatorSourceGone(location))
    sourceError = error
    return error
  }

  // MARK: - What is shown

  /// The screens that are shown, the lowest first: of the selected tab, and those above the tabs.
  public var screens: [Screen] { stack.map(\.screen) }

  /// The plan of what is shown, which can be saved and shown again later.
  ///
  ///     let data = try JSONEncoder().encode(navigator.plan)
  ///
  /// It ends before the first screen that no URL leads to. A URL leads to a screen that it has opened, also if an
  /// interceptor showed another screen instead; and, unless its caller has prepared it, to one whose
  /// configuration a template writes (``URLPattern/init(for:_:through:)``), or whose route has no configuration and a
  /// pattern without parameters.
  public var plan: RoutePlan {
    let tab = selectedTab.map { [RoutePlan.Step.tab($0)] } ?? []
    return RoutePlan(steps: tab + stack.map(\.step).prefix { $0 != nil }.compactMap(\.self))
  }

  /// The presenter, if its window has tabs.
  var tabPresenter: (any TabPresenter)? { source?.routePresenter as? any TabPresenter }
  /// The name of the selected tab, or nil if there are no tabs.
  var selectedTab: String? { tabPresenter?.selectedTab }
  /// The screens that the user sees, the lowest first.
  var stack: [ShownScreen] { stack(in: selectedTab) }

  /// Returns the screens of a tab, and those above all tabs, the lowest first.
  func stack(in tab: String?) -> [ShownScreen] {
    entries.filter { $0.isShown && ($0.tab == nil || $0.tab == tab) }
  }
}

extension Navigator: PresentationFollower {
  func shown(_ route: any ShownRoute) {
    guard let source, let from = route.path.source, from.navigationRoot === source.navigationRoot,
      ![.addChild, .addSubview].contains(route.path.kind)
    else { return }
    record(route)
  }

  func removed(_ route: any ShownRoute) {
    if entry(of: route) != nil { entries.removeAll { $0.active === route } }
  }

  /// Makes a screen that of a step.
  func relate(_ screen: ShownScreen, to identity: ScreenIdentity) {
    registrar.withMutation(of: self, keyPath: \.entries) { screen.relate(to: identity) }
  }

  /// Returns the record of a screen.
  func entry(of route: any ShownRoute) -> ShownScreen? { storedEntries.first { $0.active === route } }

  /// Adds a screen in the order in which presenters began to show them.
  func record(_ route: any ShownRoute) {
    let tab = tabPresenter.flatMap { $0.coversTabs(route.path.kind) ? nil : $0.selectedTab }
    let entry = ShownScreen(route, tab: tab, in: registry)
    var all = storedEntries.filter { $0.isShown && $0.active !== route }
    all.insert(entry, at: all.firstIndex { entry.id < $0.id } ?? all.count)
    entries = all
  }
}

extension Navigator {
  /// Removes the topmost screen, if it lets the user go.
  ///
  ///     try await navigator.back()
  ///
  /// The screen is the one that's on top when this method is called. So if the user presses a button twice, before
  /// the screen is gone, only one screen is removed.
  ///
  /// - Parameters:
  ///   - asking: Whether to ask the screen.
  ///   - animated: Whether the change should be animated.
  /// - Throws: A failure with `actionFailed` if nothing is shown, or with `stayed`, `superseded`, `busy`, or the error of
  ///   the presenter.
  public func back(asking: Bool = true, animated: Bool = true) async throws(Failure) {
    guard let top = stack.last else {
      throw Failure(error: registry.reporting(.nothingShown(toGoBackTo: nil)), done: [])
    }
    try await goBack(asking, animated) { stack throws(RouteError) in
      stack.firstIndex { $0.id == top.id } ?? stack.count
    }
  }

  /// Removes the screens above the topmost screen of an interface.
  ///
  ///     try await navigator.back(to: RoutableView<any EditorInput>())
  ///
  /// - Parameters:
  ///   - token: The token of the interface.
  ///   - asking: Whether to ask the screens that are removed.
  ///   - animated: Whether the last removal should be animated.
  /// - Throws: A failure with `unregistered`, `actionFailed` if no such screen is shown, or with `stayed`, `superseded`,
  ///   `busy`, or the error of the presenter.
  public func back<Requested>(
    to token: RoutableView<Requested>, asking: Bool = true, animated: Bool = true
  ) async throws(Failure) {
    let router: DestinationRouter<RoutableView<Requested>>
    do throws(RouteError) {
      router = try DestinationRouter(to: token, in: registry)
    } catch {
      throw Failure(error: error, done: [])
    }
    let (route, description) = (router.provider.route, "\(TokenDescription(token))")
    try await goBack(asking, animated) { stack throws(RouteError) in
      guard let index = stack.lastIndex(where: { $0.active.compiledRoute === route }) else {
        throw .nothingShown(toGoBackTo: description)
      }
      return index + 1
    }
  }

  /// Removes the screens from an index on.
  ///
  /// - Parameter first: Returns the index of the first screen that is removed, in what is shown then.
  private func goBack(
    _ asking: Bool, _ animated: Bool,
    from first: @escaping @MainActor ([ShownScreen]) throws(RouteError) -> Int
  ) async throws(Failure) {
    try await perform(whileBusy) { [self] change throws(RouteError) in
      try await remove(change, asking: asking, animated: animated) { () throws(RouteError) in
        let stack = stack
        let index = try first(stack)
        return WindowDifference(kept: Array(stack[..<index]), removed: stack[index...].reversed())
      }
    }
  }
}
