/// Page: swiftui/navigationpath
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
public struct NavigationPath: Equatable {
  var elements: [AnyHashable] = []

  /// Page: swiftui/navigationpath/init()
  public init() {}
  /// Page: swiftui/navigationpath/count
  public var count: Int { elements.count }
  /// Page: swiftui/navigationpath/isempty
  public var isEmpty: Bool { elements.isEmpty }
  /// Page: swiftui/navigationpath/codable
  ///
  /// "This value is nil if any of the type-erased elements of the path don't conform to the Codable protocol."
  public var codable: NavigationPath.CodableRepresentation? {
    elements.allSatisfy { $0.base is any Codable } ? CodableRepresentation() : nil
  }
  /// Page: swiftui/navigationpath/append(_:)
  public mutating func append<V>(_ value: V) where V: Hashable { elements.append(AnyHashable(value)) }
  /// Page: swiftui/navigationpath/removelast(_:)
  public mutating func removeLast(_ k: Int = 1) { elements.removeLast(k) }

  /// Page: swiftui/navigationpath/codablerepresentation
  public struct CodableRepresentation {}
}

/// Page: swiftui/navigationlink
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
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
  @available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
  nonisolated public init<P>(_ titleKey: LocalizedStringKey, value: P?) where P: Hashable {
    self.value = value.map { AnyHashable($0) }
    label = Text(titleKey)
  }
}

/// Page: swiftui/navigationsplitview
///
/// Its columns are drawn side by side, as on a wide screen.
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
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
  /// Page: swiftui/navigationsplitview/init(sidebar:detail:)
  nonisolated public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) {
    self.sidebar = sidebar()
    self.detail = detail()
  }
}
