// The model of SwiftUI: the declarations that the presenter, the contract, and the tests use. Each type follows the page
// of Apple's documentation that its comment names, below https://developer.apple.com/documentation/, and each member
// the page of its own name below that one, if its comment names no other: its signature, isolation, and availability.
// The folder Rendering draws the views. SwiftUI doesn't export Foundation, so a file that uses a type of Foundation
// imports it.
@_exported public import Observation

/// Page: swiftui/view
@MainActor @preconcurrency public protocol View {
  /// Page: swiftui/view/body-swift.associatedtype
  associatedtype Body: View
  /// Page: swiftui/view/body-swift.property
  @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

/// A view that the model draws itself. SwiftUI's own views have no body to call. This isn't a part of SwiftUI.
extension View where Body == Never {
  public var body: Never { preconditionFailure("SwiftUI draws \(Self.self) itself") }
}

/// Page: swift/never
extension Never: View {
  public typealias Body = Never
  /// Page: swift/never, with the same body for `Never` as a scene.
  public var body: Never { preconditionFailure("there is no value of this type") }
}

/// Page: swiftui/emptyview
nonisolated public struct EmptyView: View, PrimitiveView {
  public typealias Body = Never
  public init() {}
  @MainActor func render(in context: Context) {}
}

/// Page: swiftui/anyview
nonisolated public struct AnyView: View, PrimitiveView {
  public typealias Body = Never
  let view: any View
  public init<V>(_ view: V) where V: View { self.view = view }
  @MainActor func render(in context: Context) { context.render(view, "any") }
}

/// Page: swiftui/tupleview
nonisolated public struct TupleView<T>: View, PrimitiveView {
  public typealias Body = Never
  public var value: T
  let views: [any View]

  init(_ value: T, _ views: [any View]) {
    self.value = value
    self.views = views
  }

  @MainActor func render(in context: Context) {
    for (index, view) in views.enumerated() { context.render(view, index) }
  }
}

/// Page: swiftui/_conditionalcontent, the view of an `if` with `else`.
nonisolated public struct _ConditionalContent<TrueContent, FalseContent> {
  let first: TrueContent?
  let second: FalseContent?
}

/// Page: swiftui/_conditionalcontent
extension _ConditionalContent: View, PrimitiveView where TrueContent: View, FalseContent: View {
  public typealias Body = Never

  @MainActor func render(in context: Context) {
    if let first { context.render(first, "first") }
    if let second { context.render(second, "second") }
  }
}

/// Page: swift/optional
extension Optional: View where Wrapped: View {
  public typealias Body = Never
}

extension Optional: PrimitiveView where Wrapped: View {
  @MainActor func render(in context: Context) {
    if let view = self { context.render(view, "some") }
  }
}

#if XCODE_27
  /// Page: swiftui/contentbuilder
  public typealias ContentBuilder = ViewBuilder
  /// Page: swiftui/emptycontent
  public typealias EmptyContent = EmptyView

  /// Page: swiftui/viewbuilder, as in Xcode 27, where the builder has no requirements for the contents.
  ///
  /// .ci/apple compiles the presenter and its users with it.
  @resultBuilder public struct ViewBuilder {
    public static func buildExpression<Content>(_ content: Content) -> Content { content }
    public static func buildBlock() -> EmptyContent { EmptyContent() }
    public static func buildBlock<Content>(_ content: Content) -> Content { content }
    /// Page: swiftui/viewbuilder/buildblock(_:)-2bj1g
    public static func buildBlock<each Content>(
      _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> where repeat each Content: View {
      TupleView((repeat each content), [])
    }
    public static func buildIf<Content>(_ content: Content?) -> Content? { content }
    public static func buildEither<TrueContent, FalseContent>(
      first: TrueContent
    ) -> _ConditionalContent<TrueContent, FalseContent> {
      _ConditionalContent(first: first, second: nil)
    }
    public static func buildEither<TrueContent, FalseContent>(
      second: FalseContent
    ) -> _ConditionalContent<TrueContent, FalseContent> {
      _ConditionalContent(first: nil, second: second)
    }
  }
#else
  /// Page: swiftui/viewbuilder
  @resultBuilder public struct ViewBuilder {
    public static func buildExpression<Content>(_ content: Content) -> Content where Content: View { content }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content>(_ content: Content) -> Content where Content: View { content }
    public static func buildBlock<each Content>(
      _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> where repeat each Content: View {
      var views: [any View] = []
      repeat views.append(each content)
      return TupleView((repeat each content), views)
    }
    public static func buildIf<Content>(_ content: Content?) -> Content? where Content: View { content }
    public static func buildEither<TrueContent, FalseContent>(
      first: TrueContent
    ) -> _ConditionalContent<TrueContent, FalseContent> where TrueContent: View, FalseContent: View {
      _ConditionalContent(first: first, second: nil)
    }
    public static func buildEither<TrueContent, FalseContent>(
      second: FalseContent
    ) -> _ConditionalContent<TrueContent, FalseContent> where TrueContent: View, FalseContent: View {
      _ConditionalContent(first: nil, second: second)
    }
  }
#endif
