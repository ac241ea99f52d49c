public import Foundation

/// Page: swiftui/localizedstringkey
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
  let key: String
  public init(_ value: String) { key = value }
  public init(stringLiteral value: String) { key = value }
}

/// Page: swiftui/text
nonisolated public struct Text: View, PrimitiveView {
  public typealias Body = Never
  let text: String
  /// Whether the text is a key of the application's table of strings.
  let isKey: Bool

  public init(verbatim content: String) {
    text = content
    isKey = false
  }
  @_disfavoredOverload
  public init<S>(_ content: S) where S: StringProtocol { self.init(verbatim: String(content)) }
  public init(
    _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
  ) {
    text = key.key
    isKey = tableName == nil && bundle == nil
  }

  @MainActor func render(in context: Context) {
    context.layer.texts.append(isKey ? context.pass.strings[text] ?? text : text)
  }
}

/// Page: swiftui/image
nonisolated public struct Image: View, PrimitiveView {
  public typealias Body = Never
  public init(systemName: String) {}
  @MainActor func render(in context: Context) {}
}

/// Page: swiftui/label
nonisolated public struct Label<Title, Icon>: View, PrimitiveView where Title: View, Icon: View {
  public typealias Body = Never
  let title: Title
  public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) { self.title = title() }
  @MainActor func render(in context: Context) { context.render(title, "title") }
}

/// Page: swiftui/buttonrole
public struct ButtonRole: Equatable, Sendable {
  private let name: String
  public static let destructive = ButtonRole(name: "destructive")
  public static let cancel = ButtonRole(name: "cancel")
}

/// Page: swiftui/button
nonisolated public struct Button<Label>: View, PrimitiveView where Label: View {
  public typealias Body = Never
  let action: @MainActor () -> Void
  let label: Label

  @preconcurrency public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    self.action = action
    self.label = label()
  }

  @MainActor func render(in context: Context) {
    let inside = Layer(.window)
    var drawing = context
    drawing.layer = inside
    drawing.render(label, "label")
    context.layer.buttons.append((inside.texts.joined(separator: " "), action))
  }
}

extension Button where Label == Text {
  @preconcurrency
  nonisolated public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
    self.init(action: action) { Text(titleKey) }
  }
  @_disfavoredOverload @preconcurrency
  nonisolated public init<S>(_ title: S, action: @escaping @MainActor () -> Void) where S: StringProtocol {
    self.init(action: action) { Text(title) }
  }
  @preconcurrency nonisolated public init(
    _ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {
    self.init(action: action) { Text(titleKey) }
  }
}

/// Page: swiftui/vstack
nonisolated public struct VStack<Content>: View, PrimitiveView where Content: View {
  public typealias Body = Never
  let content: Content
  /// Page: swiftui/vstack/init(alignment:spacing:content:)
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  @MainActor func render(in context: Context) { context.render(content, "content") }
}

/// Page: swiftui/zstack
nonisolated public struct ZStack<Content>: View, PrimitiveView where Content: View {
  public typealias Body = Never
  let content: Content
  public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
    self.content = content()
  }
  @MainActor func render(in context: Context) { context.render(content, "content") }
}

/// Page: swiftui/alignment
public struct Alignment: Equatable, Sendable {
  public static let center = Alignment()
}

/// Page: swiftui/foreach
nonisolated public struct ForEach<Data, ID, Content>: View, PrimitiveView
where Data: RandomAccessCollection, ID: Hashable, Content: View {
  public typealias Body = Never
  let views: [(ID, Content)]
  @MainActor func render(in context: Context) { for (id, view) in views { context.render(view, id) } }
}

extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID {
  nonisolated public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    views = data.map { ($0.id, content($0)) }
  }
}

/// Page: swiftui/list
nonisolated public struct List<SelectionValue, Content>: View, PrimitiveView
where SelectionValue: Hashable, Content: View {
  public typealias Body = Never
  let content: Content
  let select: ((AnyHashable) -> Void)?

  /// Page: swiftui/list/init(selection:content:)-590zm
  public init(selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content) {
    self.content = content()
    select = { tag in
      if let tag = tag as? SelectionValue { selection?.wrappedValue = tag }
    }
  }

  @MainActor func render(in context: Context) {
    if let select { context.layer.selectRow = select }
    context.render(content, "content")
  }
}

extension List where SelectionValue == Never {
  nonisolated public init(@ViewBuilder content: () -> Content) {
    self.content = content()
    select = nil
  }
}
