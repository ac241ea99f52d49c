public import Foundation
import Observation

/// A device that shows a hierarchy of views, with a test as the user. It isn't a part of SwiftUI.
///
/// The views are evaluated again when something observable that they have read changes.
@MainActor public final class ModelDevice {
  private var content: any View
  private let root = Node(ObjectIdentifier(ModelDevice.self))
  private var layer = Layer(.window)
  private var pass = Pass(0)
  /// Whether something has changed since the last evaluation.
  private var isOutdated = true
  private var phase = ScenePhase.active
  private var sceneValues = ModelSceneValues()
  /// The actions for the end of the animation.
  private var animated: [() -> Void] = []
  /// The `onDismiss` closures to call, for modal views that have disappeared.
  private var dismissals: [() -> Void] = []

  /// Whether views that are removed stay until ``finishAnimations()``, unless animations are disabled.
  public var holdsAnimations = false
  /// Whether `onDismiss` is called only by ``finishDismissals()``.
  public var holdsDismissals = false
  /// Whether only the first of several screens that are pushed in one frame is drawn.
  public var dropsPathChanges = false
  /// The application's table of strings in the user's language.
  public var strings: [String: String] = [:]
  /// Whether each change was animated, in order.
  public private(set) var animations: [Bool] = []
  /// The animation of each change, in order, nil for the one that SwiftUI chooses.
  public private(set) var curves: [Animation?] = []

  /// Creates a device that shows a view.
  public init<Content: View>(@ViewBuilder showing content: () -> Content) { self.content = content() }

  /// Creates a device that shows a window of an application.
  ///
  /// Several devices show the scenes of one application: each has views with a state of their own, and all share the
  /// state of the application.
  ///
  /// - Parameters:
  ///   - app: The application.
  ///   - values: The values of `SceneStorage`, which a scene has again when the system has ended it.
  public init<Application: App>(
    launching app: Application, storing values: ModelSceneValues = ModelSceneValues()
  ) {
    sceneValues = values
    content = Self.view(of: app.body)
  }

  /// Creates a device that shows a preview.
  public init(previewing preview: Preview) { content = preview.body() }

  private static func view<Content: Scene>(of scene: Content) -> any View {
    (scene as? any Window)?.view ?? view(of: scene.body)
  }

  // MARK: - The visible contents

  /// The texts of the topmost layer.
  public var texts: [String] { top.texts }
  /// The titles of the topmost layer's buttons.
  public var buttons: [String] { top.buttons.map(\.title) }
  /// The kinds of the layers that are shown, the lowest first.
  public var layers: [String] { layer.stack.map(\.kind.rawValue) }
  /// The buttons of the topmost layer's toolbar, each after its placement.
  public var toolbar: [String] { top.toolbar }
  /// The view that each popover points at: its texts and buttons, and the edge of the arrow.
  public var popoverAnchors: [String] { layer.stack.compactMap(\.anchor) }
  /// The heights of the topmost layer, a sheet, or an empty array for the default.
  public var detents: [String] { top.detents }
  /// Whether the topmost layer shows that something is in progress.
  public var isBusy: Bool { top.isBusy }
  /// The identifiers of the views where the transitions of visible screens started.
  public var zooms: [AnyHashable] { pass.zooms.filter(pass.zoomSources.contains).map(\.id) }
  /// Whether the topmost layer has a back button.
  public var hasBackButton: Bool { top.goBack != nil && !top.isBackHidden }

  /// The elements of the path that the topmost layer's stack draws.
  public var path: [AnyHashable] { top.path }
  /// Sets the path of the topmost layer's stack, as SwiftUI does without a gesture of the user.
  public var writePath: ([AnyHashable]) -> Void { top.setPath ?? { _ in } }

  private var top: Layer { layer.stack.last ?? layer }

  // MARK: - Actions of the user

  /// Presses the back button, or swipes back.
  public func goBack() -> Bool { hasBackButton && act(top.goBack) }

  /// Pulls down a sheet, or presses outside of a popover.
  public func dismiss() -> Bool {
    guard top.kind == .sheet || top.kind == .popover, !top.isDismissDisabled else { return false }
    return act(top.dismiss)
  }

  /// Presses a button of the topmost layer, and dismisses the layer if it's an alert.
  public func press(_ title: String) -> Bool {
    let top = top
    guard let button = top.buttons.first(where: { $0.title == title }) else { return false }
    button.action()
    return act(top.kind == .alert ? top.dismiss : {})
  }

  /// Selects a tab.
  public func selectTab(_ tab: AnyHashable) -> Bool {
    guard let layer = layer.stack.last(where: { $0.tabs.contains(tab) }), let select = layer.selectTab else {
      return false
    }
    return act { select(tab) }
  }

  /// Selects a row of a list.
  public func selectRow(_ tag: AnyHashable) -> Bool {
    guard let select = top.selectRow else { return false }
    return act { select(tag) }
  }

  /// Opens a URL.
  public func open(_ url: URL) -> Bool {
    guard let handler = pass.urlHandlers.last else { return false }
    return act { handler(url) }
  }

  /// Continues an activity.
  public func `continue`(_ activity: NSUserActivity) -> Bool {
    let handlers = pass.activityHandlers.filter { $0.type == activity.activityType }
    guard let handler = handlers.last else { return false }
    return act { handler.action(activity) }
  }

  /// Shows another application, or this one again.
  public func enter(_ phase: ScenePhase) {
    self.phase = phase
    isOutdated = true
    update()
  }

  /// Ends the scene, and frees the state of its views.
  ///
  /// - Parameter isReported: Whether the views disappear, which SwiftUI doesn't promise.
  public func close(isReported: Bool) {
    content = EmptyView()
    isOutdated = true
    animated = []
    if !isReported { pass = Pass(pass.number) }
    update()
  }

  private func act(_ action: (() -> Void)?) -> Bool {
    guard let action else { return false }
    action()
    update()
    return true
  }

  // MARK: - Drawing

  /// Evaluates the views until nothing changes anymore.
  public func update() {
    while isOutdated {
      isOutdated = false
      let old = pass
      let pass = Pass(old.number + 1)
      pass.strings = strings
      pass.dropsPathChanges = dropsPathChanges
      pass.isDismissing = !dismissals.isEmpty
      let layer = Layer(.window)
      withObservationTracking {
        var context = Context(pass, root, layer)
        context.environment.scenePhase = phase
        context.environment[SceneValuesKey.self] = sceneValues
        context.render(content, "root")
      } onChange: { [weak self] in
        let transaction = Transaction.current
        MainActor.assumeIsolated { self?.change(transaction) }
      }
      (self.pass, self.layer) = (pass, layer)
      report(from: old.visible, to: pass.visible)
      sweep()
      for change in pass.changes { change() }
    }
  }

  /// Ends the animations that ``holdsAnimations`` has held.
  public func finishAnimations() {
    let ended = animated
    animated = []
    for action in ended { action() }
    sweep()
    update()
  }

  /// Frees the state of views after their `onDisappear` closures, which may read it.
  private func sweep() {
    if animated.isEmpty { root.sweep(pass.number) }
  }

  private func change(_ transaction: Transaction) {
    isOutdated = true
    animations.append(!transaction.disablesAnimations)
    curves.append(transaction.animation)
    // The property has its new value only afterward.
    Task { update() }
  }

  private func report(from old: [Pass.Visible], to new: [Pass.Visible]) {
    let oldNodes = Set(old.map { ObjectIdentifier($0.node) })
    let newNodes = Set(new.map { ObjectIdentifier($0.node) })
    for view in new where !oldNodes.contains(ObjectIdentifier(view.node)) { view.onAppear?() }
    let gone = old.filter { !newNodes.contains(ObjectIdentifier($0.node)) }
    let end: () -> Void = { [self] in
      for view in gone where !view.isModal { view.onDisappear?() }
      dismissals += gone.compactMap { $0.isModal ? $0.onDisappear : nil }
      if !holdsDismissals { callDismissals() }
    }
    if holdsAnimations, animations.last == true { animated.append(end) } else { end() }
  }

  /// Calls the `onDismiss` closures that ``holdsDismissals`` has held.
  public func finishDismissals() {
    callDismissals()
    update()
  }

  private func callDismissals() {
    let ended = dismissals
    dismissals = []
    for action in ended { action() }
  }
}

/// A scene with a window.
@MainActor protocol Window {
  var view: any View { get }
}

extension WindowGroup: Window {
  var view: any View { content }
}
