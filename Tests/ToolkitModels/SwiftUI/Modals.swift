public import Foundation

extension View {
  nonisolated public func sheet<Item, Content>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View where Item: Identifiable, Content: View {
    let modal = MainActorBound((item, onDismiss as (() -> Void)?, content))
    return Modified(self) { $0.present(.sheet, modal.value.0, modal.value.1, modal.value.2) }
  }

  @available(macOS, unavailable)
  nonisolated public func fullScreenCover<Item, Content>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View where Item: Identifiable, Content: View {
    let modal = MainActorBound((item, onDismiss as (() -> Void)?, content))
    return Modified(self) { $0.present(.fullScreenCover, modal.value.0, modal.value.1, modal.value.2) }
  }

  @available(tvOS, unavailable) @available(watchOS, unavailable)
  nonisolated public func popover<Item, Content>(
    item: Binding<Item?>, attachmentAnchor: PopoverAttachmentAnchor = .rect(.bounds), arrowEdge: Edge? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View where Item: Identifiable, Content: View {
    let modal = MainActorBound((item, content))
    return PointedAt(content: self) { context, names in
      let layer = context.present(.popover, modal.value.0, nil, modal.value.1)
      layer?.anchor = (names + [arrowEdge.map { "\($0)" }].compactMap(\.self)).joined(separator: " ")
    }
  }

  /// Page: swiftui/view/alert(_:ispresented:presenting:actions:message:)-3md6l
  nonisolated public func alert<A, M, T>(
    _ title: Text, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: (T) -> A,
    @ViewBuilder message: (T) -> M
  ) -> some View where A: View, M: View {
    let content = data.map { TupleView((), [title, message($0), actions($0)]) }
    let modal = MainActorBound((isPresented, content))
    return Modified(self) { context in
      // The page says: "For the alert to appear, both isPresented must be true and data must not be nil."
      guard modal.value.0.wrappedValue, let content = modal.value.1 else { return }
      context.present(.alert, content, "alert", onDismiss: nil) { modal.value.0.wrappedValue = false }
    }
  }

  nonisolated public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
    Modified(self) { context in if isDisabled { context.layer.isDismissDisabled = true } }
  }
}

/// A view that a popover points at.
nonisolated private struct PointedAt<Content: View>: View, PrimitiveView {
  typealias Body = Never
  let content: Content
  let present: @MainActor (_ context: Context, _ names: [String]) -> Void

  @MainActor func render(in context: Context) {
    let layer = context.layer
    let old = (layer.texts.count, layer.buttons.count)
    context.render(content, "content")
    present(context, layer.texts.dropFirst(old.0) + layer.buttons.dropFirst(old.1).map(\.title))
  }
}

/// Page: swiftui/popoverattachmentanchor
public enum PopoverAttachmentAnchor {
  case rect(Anchor<CGRect>.Source)
}

/// Page: swiftui/anchor
public struct Anchor<Value> {
  public struct Source {}
}

extension Anchor.Source where Value == CGRect {
  public static var bounds: Anchor<CGRect>.Source { Anchor<CGRect>.Source() }
}

/// Page: swiftui/edge
public enum Edge: Int8, CaseIterable, Sendable {
  case top
  case leading
  case bottom
  case trailing
}
