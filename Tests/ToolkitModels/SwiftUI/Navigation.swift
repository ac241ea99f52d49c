/// Page: swiftui/navigationstack
nonisolated public struct NavigationStack<Data, Root>: View, PrimitiveView where Root: View {
  public typealias Body = Never
  private let root: Root
  private let elements: () -> [AnyHashable]
  private let removeLast: () -> Void
  private let set: ([AnyHashable]) -> Void
  private let append: (AnyHashable) -> Void

  /// Page: swiftui/navigationstack/init(path:root:)-3bt4q
  public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
  where
    Data: MutableCollection, Data: RandomAccessCollection, Data: RangeReplaceableCollection,
    Data.Element: Hashable
  {
    self.root = root()
    elements = { path.wrappedValue.map { AnyHashable($0) } }
    // The user's pop writes the whole path.
    removeLast = {
      let path = path
      path.wrappedValue = Data(path.wrappedValue.dropLast())
    }
    set = { path.wrappedValue = Data($0.compactMap { $0.base as? Data.Element }) }
    // A link with a value of another type has no effect.
    append = { element in
      if let element = element.base as? Data.Element { path.wrappedValue.append(element) }
    }
  }

  /// Page: swiftui/navigationstack/init(path:root:)-63x0h
  public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root) where Data == NavigationPath {
    self.root = root()
    elements = { path.wrappedValue.elements }
    removeLast = { path.wrappedValue.removeLast() }
    set = { path.wrappedValue.elements = $0 }
    append = { path.wrappedValue.elements.append($0) }
  }

  @MainActor func render(in context: Context) {
    var path = elements()
    // The documentation promises nothing about several changes in one frame. Routes push screens one by one.
    if let drawn = context.node.drawnPath, context.pass.dropsPathChanges {
      path = Array(path.prefix(drawn.count + 1))
    }
    context.node.drawnPath = path
    (context.layer.path, context.layer.setPath) = (path, set)
    let destinations = Destinations(append: append)
    var below = context
    below.destinations = destinations
    if !path.isEmpty { below.hide() }
    below.render(root, "root")
    for (index, element) in path.enumerated() {
      var screen = context
      screen.destinations = destinations
      if index < path.count - 1 { screen.hide() } else { context.layer.goBack = removeLast }
      guard let view = destinations.view(for: element) else { continue }
      screen.render(view, [AnyHashable(index), element])
    }
  }
}

extension View {
  nonisolated public func navigationDestination<D, C>(
    for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View where D: Hashable, C: View {
    let bound = MainActorBound(destination)
    return Modified(self) { context in context.destinations?.add(D.self) { bound.value($0) } }
  }

  nonisolated public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View {
    Modified(self) { _ in }
  }

  @_disfavoredOverload
  nonisolated public func navigationTitle<S>(_ title: S) -> some View where S: StringProtocol {
    Modified(self) { _ in }
  }

  /// The user can't swipe back either where the button is hidden, as is known, though not documented.
  nonisolated public func navigationBarBackButtonHidden(_ hidesBackButton: Bool = true) -> some View {
    Modified(self) { context in if hidesBackButton { context.layer.isBackHidden = true } }
  }

  nonisolated public func toolbar<Content>(
    @ToolbarContentBuilder content: () -> Content
  ) -> some View where Content: ToolbarContent {
    let items = MainActorBound(content().modelItems)
    return Modified(self) { context in
      for (index, item) in items.value.enumerated() { context.render(item, ["toolbar", AnyHashable(index)]) }
    }
  }
}

/// Page: swiftui/toolbarcontent
public protocol ToolbarContent {
  /// The views of the items, which SwiftUI gets from the body. This isn't a part of SwiftUI.
  var modelItems: [any View] { get }
}

/// Page: swiftui/toolbarcontentbuilder
@resultBuilder public struct ToolbarContentBuilder {
  public static func buildBlock<Content>(_ content: Content) -> some ToolbarContent
  where Content: ToolbarContent { content }
  public static func buildIf<Content>(_ content: Content?) -> Content? where Content: ToolbarContent {
    content
  }
}

/// Page: swift/optional
extension Optional: ToolbarContent where Wrapped: ToolbarContent {
  public var modelItems: [any View] { map(\.modelItems) ?? [] }
}

/// Page: swiftui/toolbaritemplacement
public struct ToolbarItemPlacement: Sendable {
  let name: String
  @available(watchOS, unavailable)
  public static let navigation = ToolbarItemPlacement(name: "navigation")
  @available(iOS 14.0, tvOS 14.0, watchOS 10.0, *) @available(macOS, unavailable)
  public static var topBarLeading: ToolbarItemPlacement { ToolbarItemPlacement(name: "topBarLeading") }
}

/// The view of an item, in its place.
nonisolated private struct PlacedItem<Content: View>: View, PrimitiveView {
  typealias Body = Never
  let placement: ToolbarItemPlacement
  let content: Content

  @MainActor func render(in context: Context) {
    let count = context.layer.buttons.count
    context.render(content, "content")
    let titles = context.layer.buttons.dropFirst(count).map(\.title)
    context.layer.toolbar += titles.map { "\(placement.name): \($0)" }
  }
}

/// Page: swiftui/toolbaritem
nonisolated public struct ToolbarItem<ID, Content>: ToolbarContent where Content: View {
  public let modelItems: [any View]
}

extension ToolbarItem where ID == () {
  nonisolated public init(placement: ToolbarItemPlacement, @ViewBuilder content: () -> Content) {
    modelItems = [PlacedItem(placement: placement, content: content())]
  }
}
