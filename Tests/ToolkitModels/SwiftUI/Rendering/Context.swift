import Foundation

/// The place and the surroundings for drawing a view.
@MainActor struct Context {
  let pass: Pass
  var node: Node
  var layer: Layer
  var environment = EnvironmentValues()
  /// The destinations of the enclosing navigation stack.
  var destinations: Destinations?
  /// The selected tab, among the views that are the tabs of a tab view.
  var selectedTab: AnyHashable?
  /// Whether the user sees the views. A covered screen of a stack only keeps its state.
  private(set) var isVisible = true

  init(_ pass: Pass, _ node: Node, _ layer: Layer) {
    self.pass = pass
    self.node = node
    self.layer = layer
  }

  /// Draws the rest where the user doesn't see it.
  mutating func hide() {
    isVisible = false
    layer = Layer(.window)
  }

  /// Draws a view.
  func render<Content: View>(_ view: Content, _ key: AnyHashable) {
    var inside = self
    inside.node = node.child(key, Content.self, pass: pass.number)
    if let primitive = view as? any PrimitiveView { return primitive.render(in: inside) }
    for (index, property) in Mirror(reflecting: view).children.enumerated() {
      (property.value as? any ConnectedProperty)?.connect(to: inside.node, index, environment)
    }
    #if canImport(UIKit)
      if let controller = view as? any UIViewControllerRepresentable { return controller.draw(in: inside) }
    #endif
    inside.render(view.body, "body")
  }

  /// Calls closures when the view appears, and when it disappears.
  func observe(onAppear: (() -> Void)?, onDisappear: (() -> Void)?) {
    guard isVisible else { return }
    pass.visible.append(Pass.Visible(node: node, onAppear: onAppear, onDisappear: onDisappear))
  }

  /// Draws the content of an item above this layer.
  ///
  /// - Returns: The layer with the content.
  @discardableResult func present<Item: Identifiable, Content: View>(
    _ kind: Layer.Kind, _ item: Binding<Item?>, _ onDismiss: (() -> Void)?, _ content: (Item) -> Content
  ) -> Layer? {
    guard let value = item.wrappedValue else { return nil }
    return present(kind, content(value), [kind, AnyHashable(value.id)], onDismiss: onDismiss) {
      item.wrappedValue = nil
    }
  }

  /// Draws a view above this layer.
  @discardableResult func present(
    _ kind: Layer.Kind, _ content: any View, _ key: AnyHashable, onDismiss: (() -> Void)?,
    dismiss: @escaping () -> Void
  ) -> Layer? {
    guard isVisible else { return nil }
    // "A cover right after a sheet's dismissal may not be drawn full screen", as is known, though not documented.
    let above = Layer(kind == .fullScreenCover && pass.isDismissing ? .sheet : kind)
    above.dismiss = dismiss
    layer.modals.append(above)
    var inside = self
    inside.layer = above
    inside.destinations = nil
    inside.node = node.child(["modal", key], Layer.self, pass: pass.number)
    if isVisible, let onDismiss {
      pass.visible.append(
        Pass.Visible(node: inside.node, onAppear: nil, onDisappear: onDismiss, isModal: true))
    }
    inside.render(content, "content")
    return above
  }
}

/// A view that the model draws itself.
protocol PrimitiveView {
  @MainActor func render(in context: Context)
}

/// A property that is connected to a place of the hierarchy before the body of its view is evaluated.
protocol ConnectedProperty {
  @MainActor func connect(to node: Node, _ index: Int, _ environment: EnvironmentValues)
}

/// A view with a modifier.
nonisolated struct Modified<Content: View>: View, PrimitiveView {
  typealias Body = Never
  private let content: Content
  private let modify: @MainActor (inout Context) -> Void

  init(_ content: Content, _ modify: @escaping @MainActor (inout Context) -> Void) {
    self.content = content
    self.modify = modify
  }

  @MainActor func render(in context: Context) {
    var context = context
    modify(&context)
    context.render(content, "content")
  }
}

/// A value that modifiers, which aren't isolated, pass to the drawing of views.
///
/// SAFETY (`@unchecked Sendable`): modifiers are called where views are made, on the main actor, and views are drawn on
/// the main actor only.
struct MainActorBound<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// The views that a navigation stack shows for the elements of its path.
@MainActor final class Destinations {
  private var makers: [(AnyHashable) -> (any View)?] = []
  /// Adds an element to the path, as a link does.
  let append: (AnyHashable) -> Void

  init(append: @escaping (AnyHashable) -> Void) { self.append = append }

  func add<Element: Hashable>(_: Element.Type, _ make: @escaping (Element) -> any View) {
    makers.append { ($0 as? Element).map(make) }
  }

  func view(for element: AnyHashable) -> (any View)? {
    for make in makers { if let view = make(element) { return view } }
    return nil
  }
}

/// One evaluation of all views.
@MainActor final class Pass {
  /// A view that observes when it appears and disappears.
  struct Visible {
    let node: Node
    let onAppear: (() -> Void)?
    let onDisappear: (() -> Void)?
    /// Whether `onDisappear` is the `onDismiss` of a modal view, which is called after its content has disappeared.
    var isModal = false
  }

  let number: Int
  /// Whether a modal view was removed, and its `onDismiss` hasn't been called yet.
  var isDismissing = false
  /// The application's table of strings.
  var strings: [String: String] = [:]
  /// Whether only the first of several screens that are pushed in one frame is drawn.
  var dropsPathChanges = false
  var visible: [Visible] = []
  var urlHandlers: [(URL) -> Void] = []
  var activityHandlers: [(type: String, action: (NSUserActivity) -> Void)] = []
  /// The transition sources of the visible screens, and all available sources.
  var zooms: [TransitionSource] = []
  var zoomSources: Set<TransitionSource> = []
  /// The pending actions of `onChange` modifiers, for after the drawing.
  var changes: [() -> Void] = []

  init(_ number: Int) { self.number = number }
}
