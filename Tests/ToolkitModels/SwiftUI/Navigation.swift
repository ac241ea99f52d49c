/// Page: swiftui/navigationstack
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
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
  /// Page: swiftui/view/navigationdestination(for:destination:)
  @available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
  nonisolated public func navigationDestination<D, C>(
    for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View where D: Hashable, C: View {
    let bound = MainActorBound(destination)
    return Modified(self) { context in context.destinations?.add(D.self) { bound.value($0) } }
  }

  /// Page: swiftui/view/navigationtitle(_:)
  @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
  nonisolated public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View {
    Modified(self) { _ in }
  }

  /// Page: swiftui/view/navigationtitle(_:)
  @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *) @_disfavoredOverload
  nonisolated public func navigationTitle<S>(_ title: S) -> some View where S: StringProtocol {
    Modified(self) { _ in }
  }

  /// Page: swiftui/view/navigationbarbackbuttonhidden(_:)
  ///
  /// The user can't swipe back either where the button is hidden, as is known, though not documented.
  @available(iOS 13.0, macOS 13.0, tvOS 13.0, watchOS 6.0, *)
  nonisolated public func navigationBarBackButtonHidden(_ hidesBackButton: Bool = true) -> some View {
    Modified(self) { context in if hidesBackButton { context.layer.isBackHidden = true } }
  }

  /// Page: swiftui/view/toolbar(content:)
  @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
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
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
public protocol ToolbarContent {
  /// The views of the items, which SwiftUI gets from the body. This isn't a part of SwiftUI.
  var modelItems: [any View] { get }
}

/// Page: swiftui/toolbarcontentbuilder
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
@resultBuilder public struct ToolbarContentBuilder {
  /// Page: swiftui/toolbarcontentbuilder/buildblock(_:)
  public static func buildBlock<Content>(_ content: Content) -> some ToolbarContent
  where Content: ToolbarContent { content }
  /// Page: swiftui/toolbarcontentbuilder/buildif(_:)
  @available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
  public static func buildIf<Content>(_ content: Content?) -> Content? where Content: ToolbarContent {
    content
  }
}

/// Page: swift/optional
extension Optional: ToolbarContent where Wrapped: ToolbarContent {
  public var modelItems: [any View] { map(\.modelItems) ?? [] }
}

/// Page: swiftui/toolbaritemplacement
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
public struct ToolbarItemPlacement: Sendable {
  let name: String
  /// Page: swiftui/toolbaritemplacement/navigation
  @available(watchOS, unavailable)
  public static let navigation = ToolbarItemPlacement(name: "navigation")
  /// Page: swiftui/toolbaritemplacement/topbarleading
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
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
nonisolated public struct ToolbarItem<ID, Content>: ToolbarContent where Content: View {
  public let modelItems: [any View]
}

extension ToolbarItem where ID == () {
  /// Page: swiftui/toolbaritem/init(placement:content:)
  nonisolated public init(placement: ToolbarItemPlacement, @ViewBuilder content: () -> Content) {
    modelItems = [PlacedItem(placement: placement, content: content())]
  }
}
