/// Page: swiftui/navigationpath
public struct NavigationPath: Equatable {
  var elements: [AnyHashable] = []

  public init() {}
  public var count: Int { elements.count }
  public var isEmpty: Bool { elements.isEmpty }
  /// "This value is nil if any of the type-erased elements of the path don't conform to the Codable protocol."
  public var codable: NavigationPath.CodableRepresentation? {
    elements.allSatisfy { $0.base is any Codable } ? CodableRepresentation() : nil
  }
  public mutating func append<V>(_ value: V) where V: Hashable { elements.append(AnyHashable(value)) }
  public mutating func removeLast(_ k: Int = 1) { elements.removeLast(k) }

  public struct CodableRepresentation {}
}

/// Page: swiftui/navigationlink
nonisolated public struct NavigationLink<Label, Destination>: View, PrimitiveView
where Label: View, Destination: View {
  public typealias Body = Never
  let value: AnyHashable?
  let label: Label

  @MainActor func render(in context: Context) {
    let append = context.destinations?.append
    let value = value
    context.render(Button(action: { if let value { append?(value) } }) { label }, "label")
  }
}

extension NavigationLink where Label == Text, Destination == Never {
  /// Page: swiftui/navigationlink/init(_:value:)-91u0f
  nonisolated public init<P>(_ titleKey: LocalizedStringKey, value: P?) where P: Hashable {
    self.value = value.map { AnyHashable($0) }
    label = Text(titleKey)
  }
}

/// Page: swiftui/navigationsplitview
///
/// Its columns are drawn side by side, as on a wide screen.
nonisolated public struct NavigationSplitView<Sidebar, Content, Detail>: View, PrimitiveView
where Sidebar: View, Content: View, Detail: View {
  public typealias Body = Never
  let sidebar: Sidebar
  let detail: Detail

  @MainActor func render(in context: Context) {
    var column = context
    column.destinations = nil
    column.render(sidebar, "sidebar")
    column.render(detail, "detail")
  }
}

extension NavigationSplitView where Content == EmptyView {
  nonisolated public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) {
    self.sidebar = sidebar()
    self.detail = detail()
  }
}
