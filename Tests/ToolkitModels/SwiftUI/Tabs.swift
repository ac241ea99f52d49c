/// Page: swiftui/tabview
nonisolated public struct TabView<SelectionValue, Content>: View, PrimitiveView
where SelectionValue: Hashable, Content: View {
  public typealias Body = Never
  private let selection: Binding<SelectionValue>?
  private let content: Content

  /// Page: swiftui/tabview/init(selection:content:), of the views with `tag(_:)`
  public init(selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content) {
    self.selection = selection
    self.content = content()
  }

  @MainActor func render(in context: Context) {
    var tabs = context
    tabs.selectedTab = selection.map { AnyHashable($0.wrappedValue) }
    context.layer.selectTab = { [selection] tab in
      guard let tab = tab as? SelectionValue else { return }
      selection?.wrappedValue = tab
    }
    tabs.render(content, "content")
  }
}

extension View {
  nonisolated public func tabItem<V>(@ViewBuilder _ label: () -> V) -> some View where V: View {
    Modified(self) { _ in }
  }

  nonisolated public func tag<V>(_ tag: V) -> some View where V: Hashable {
    Tagged(tag: AnyHashable(tag), content: self)
  }
}

/// A view with a tag, as the content of a tab in a `TabView`.
nonisolated struct Tagged<Content: View>: View, PrimitiveView {
  typealias Body = Never
  let tag: AnyHashable
  let content: Content

  @MainActor func render(in context: Context) {
    guard let selected = context.selectedTab else { return context.render(content, "content") }
    var context = context
    context.selectedTab = nil
    context.layer.tabs.append(tag)
    // SwiftUI creates a tab when it's first selected, and then keeps it.
    if selected != tag { context.hide() }
    if selected == tag || !context.node.children.isEmpty { context.render(content, "content") }
  }
}
