public import WaymarkCore

/// An object that knows the screens of one window, and changes them as a whole.
///
///     let navigator = Navigator(from: window)
///     try await navigator.open("notes://folder/work/note/7")
///     let saved = navigator.plan
///     try await navigator.back()
///     try await navigator.apply(navigator.changes(to: saved))
///
/// A navigator follows all views shown from its window, by any caller and even before its creation, until the user or
/// the program removes them. Only parts of screens, along `addChild` and `addSubview`, don't count.
///
/// A change keeps screens that are already there (``Reuses``), so a double tap doesn't show a screen twice. It asks the
/// screens that have to go (``Leaves``), removes them from the top, and animates only its last step. The navigator
/// makes one change at a time, and `whileBusy` defines how it treats the next one. In an interceptor or in `Leaves`,
/// don't wait for another change of the same navigator.
///
/// You can observe ``screens`` and ``plan`` in SwiftUI or with `withObservationTracking` (iOS 17, macOS 14).
@MainActor
public final class Navigator {
  /// The registry of the navigator's routes.
  public var registry: Registry { ownRegistry ?? CurrentRegistry.installed }
  /// The registry from the initializer or its task, or nil for the installed one.
  let ownRegistry: Registry?

  /// A closure that receives the error if a URL from ``receive(_:along:below:)`` can't be opened.
  public var onFailure: (@MainActor (_ url: String, _ failure: Failure) -> Void)?

  let whileBusy: BusyPolicy
  let opensWhen: @MainActor () -> Bool
  /// Returns the time since the navigator's creation.
  let now: @MainActor () -> Duration
  var received: ReceivedURLs
  /// The number of the task that opens received URLs, or nil if none does.
  var opening: Int?
  /// Whether the navigator observes the properties with which `opensWhen` returned true.
  var observesReady = false
  /// Whether to try the URLs once more after the task.
  var opensAgain = false
  /// Whether URLs wait for another registry because nothing in the installed early one matches them.
  var waitsForRegistry = false

  /// The roots from ``setRoot(_:inTab:)`` by tab, and the root of the other stacks by nil.
  var roots: [String?: String] = [:]
  /// The change in progress, and then the changes that wait for their turn, in order.
  var changes: [NavigatorChange] = []

  private(set) weak var source: (any RouteSource)?
  /// The source location of the navigator's creation.
  let location: DeclarationLocation
  /// The reported error for a source that no longer exists.
  private var sourceError: RouteError?
  /// Whether the window of the source was closed, so that the source may be gone.
  private var isWindowClosed = false
  private let observers = ScreenObservers.forThisSystem()
  private var storedEntries: [ShownScreen] = []

  /// The screens of all tabs, in order of presentation.
  var entries: [ShownScreen] {
    get {
      observers.noteAccess(to: self)
      return storedEntries
    }
    set { observers.notify(of: self) { storedEntries = newValue } }
  }

  /// Creates a navigator.
  ///
  /// - Parameters:
  ///   - source: The source of the screens, such as a window. If nothing retains it, as the navigator doesn't,
  ///     ``ReportsErrors`` receives an error.
  ///   - registry: The registry of the routes, by default the one that is bound to the calling task, or else the
  ///     installed one at any time.
  ///   - whileBusy: The policy for a change during another one.
  ///   - keeping: The received URLs to keep until the navigator can open them.
  ///   - limit: The time after which to drop a received URL.
  ///   - clock: The clock for the limit.
  ///   - fileID: The source file that creates the navigator, for errors.
  ///   - line: The source line that creates the navigator.
  public convenience init<C: Clock>(
    from source: any RouteSource, in registry: Registry? = nil, whileBusy: BusyPolicy = .wait,
    keeping: KeepPolicy = .newest, for limit: Duration = .seconds(300), clock: C = ContinuousClock(),
    fileID: StaticString = #fileID, line: Int = #line
  ) where C.Duration == Duration {
    self.init(
      source, registry, whileBusy, { true }, keeping, limit, clock,
      DeclarationLocation(fileID: fileID, line: line))
  }

  /// Creates a navigator that opens received URLs only while a closure allows it.
  ///
  /// It observes the properties that the closure reads, which needs iOS 17 or macOS 14.
  ///
  /// - Parameters:
  ///   - source: The source of the screens, such as a window. If nothing retains it, as the navigator doesn't,
  ///     ``ReportsErrors`` receives an error.
  ///   - registry: The registry of the routes, by default the one that is bound to the calling task, or else the
  ///     installed one at any time.
  ///   - whileBusy: The policy for a change during another one.
  ///   - opensWhen: Returns whether received URLs may be opened. The navigator calls it again on ``retry()`` and when
  ///     an observable property that it has read changes.
  ///   - keeping: The received URLs to keep until the navigator can open them.
  ///   - limit: The time after which to drop a received URL.
  ///   - clock: The clock for the limit.
  ///   - fileID: The source file that creates the navigator, for errors.
  ///   - line: The source line that creates the navigator.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  public convenience init<C: Clock>(
    from source: any RouteSource, in registry: Registry? = nil, whileBusy: BusyPolicy = .wait,
    opensWhen: @escaping @MainActor () -> Bool, keeping: KeepPolicy = .newest,
    for limit: Duration = .seconds(300), clock: C = ContinuousClock(),
    fileID: StaticString = #fileID, line: Int = #line
  ) where C.Duration == Duration {
    self.init(
      source, registry, whileBusy, opensWhen, keeping, limit, clock,
      DeclarationLocation(fileID: fileID, line: line))
  }

  private init<C: Clock>(
    _ source: any RouteSource, _ registry: Registry?, _ whileBusy: BusyPolicy,
    _ opensWhen: @escaping @MainActor () -> Bool, _ keeping: KeepPolicy, _ limit: Duration, _ clock: C,
    _ location: DeclarationLocation
  ) where C.Duration == Duration {
    self.source = source
    self.location = location
    ownRegistry = registry ?? CurrentRegistry.boundHere
    self.whileBusy = whileBusy
    self.opensWhen = opensWhen
    let start = clock.now
    now = { start.duration(to: clock.now) }
    received = ReceivedURLs(keeping: keeping, for: limit)
    Presentations.add(self)
    // In `Navigator(from: Window())`, nothing retains the source when the caller continues.
    Task { [weak self] in
      if let self, self.source == nil { _ = sourceGone() }
    }
  }

  /// The source of the next screen: the topmost screen that is a source, or else the top of the navigator's source.
  var sourceOfNext: (any RouteSource)? { source(of: stack) ?? source?.navigationTop }

  /// Returns the topmost of some screens that is a source in the navigator's window, or nil if none is.
  func source(of screens: [ShownScreen]) -> (any RouteSource)? {
    screens.reversed().lazy.compactMap(\.active.asSource).first {
      $0.navigationRoot === source?.navigationRoot
    }
  }

  /// Returns the error for a source that no longer exists, reporting it once.
  func sourceGone() -> RouteError {
    guard !isWindowClosed else { return .windowClosed }
    let error = sourceError ?? registry.reporting(.navigatorSourceGone(location))
    sourceError = error
    return error
  }

  // MARK: - What is shown

  /// The screens of the selected tab and the screens above the tabs, beginning with the lowest.
  public var screens: [Screen] { stack.map(\.screen) }

  /// The plan of the current screens, which you can save and show later.
  ///
  ///     let data = try JSONEncoder().encode(navigator.plan)
  ///
  /// The plan ends before the first screen without a URL. A screen has a URL if the URL opened it, even through a
  /// redirection. If interceptors have shown another screen in place of a step, the plan also has the steps that wait
  /// above it, instead of the screens above it. Unless its caller prepared it, it also has one if a template can form
  /// it (``URLPattern/init(for:_:through:plusIsSpace:)``), or if its route has no configuration and a pattern without
  /// parameters. A template can't form the URL of a screen that was shown before the navigator was created.
  public var plan: RoutePlan {
    let tab = selectedTab.map { [RoutePlan.Step.tab($0)] } ?? []
    return RoutePlan(steps: tab + Self.steps(of: stack))
  }

  /// Returns the steps of a stack's screens, up to the first one without a URL, or before which steps wait.
  static func steps(of stack: [ShownScreen]) -> [RoutePlan.Step] {
    var steps: [RoutePlan.Step] = []
    for screen in stack {
      guard let match = screen.match else { break }
      steps.append(match.step(screen.active.path.kind))
      guard screen.rest.isEmpty else { return steps + screen.rest }
    }
    return steps
  }

  var tabPresenter: (any TabPresenter)? { source?.routePresenter as? any TabPresenter }
  var selectedTab: String? { tabPresenter?.selectedTab }
  /// The screens that the user sees, beginning with the lowest.
  var stack: [ShownScreen] {
    // A screen may have been pushed in a tab while a sheet covered the tabs.
    (selectedTab.map { screens(in: $0) } ?? []) + screens(in: nil)
  }

  /// Returns the screens of a tab, or the screens above all tabs, beginning with the lowest.
  func screens(in tab: String?) -> [ShownScreen] { entries.filter { $0.isShown && $0.tab == tab } }
}

extension Navigator: PresentationFollower {
  func shown(_ route: any ShownRoute) {
    guard let root = source?.navigationRoot, !route.path.kind.isPart else { return }
    // A view may have replaced its own source, which has then left the window.
    if route.navigationRoot === root || route.initialRoot === root { record(route) }
  }

  func removed(_ route: any ShownRoute) {
    if entry(of: route) != nil { entries.removeAll { $0.active === route } }
  }

  /// Ends the changes if their window was closed, with the object that the window's sources share.
  func closed(_ root: AnyObject) {
    guard let source, source.navigationRoot === root else { return }
    isWindowClosed = true
    let open = changes
    changes = Array(open.prefix(1))
    for change in open { change.end(with: .windowClosed) }
  }

  func relate(
    _ screen: ShownScreen, to target: WantedScreens.Target, before rest: [WantedScreens.Target] = []
  ) {
    // Each navigator of the window has a screen of its own for the view.
    for navigator in Presentations.existingFollowers.compactMap({ $0 as? Navigator }) {
      guard let screen = navigator.entry(of: screen.active) else { continue }
      navigator.observers.notify(of: navigator) {
        screen.match = target.match
        screen.rest = rest.map(\.step)
      }
    }
  }

  func entry(of route: any ShownRoute) -> ShownScreen? { storedEntries.first { $0.active === route } }

  /// Adds a screen in order of presentation.
  func record(_ route: any ShownRoute) {
    let tab = tabPresenter.flatMap { presenter in route.shownTransition.flatMap { presenter.tab(of: $0) } }
    let entry = ShownScreen(route, tab: tab, in: registry)
    if !entry.isRedirected, let shown = entry.match {
      received.removeRedirected { [registry] in registry.match($0)?.isSame(as: shown) == true }
    }
    var all = storedEntries.filter { $0.isShown && $0.active !== route }
    all.insert(entry, at: all.firstIndex { entry.id < $0.id } ?? all.count)
    entries = all
  }
}
