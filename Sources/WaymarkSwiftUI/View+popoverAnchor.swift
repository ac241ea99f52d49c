#if canImport(SwiftUI) && !os(tvOS)
  public import SwiftUI
  import Waymark

  extension View {
    /// Makes the view a target for popovers of its window.
    ///
    /// ```
    /// Button("Share") { share(path: .popover(from: window, at: "share")) }
    ///   .popoverAnchor("share")
    /// ```
    ///
    /// Each view needs a unique name in its window, such as `"note \(note.id)"` in a list. When the view disappears,
    /// its popover is removed.
    ///
    /// - Parameters:
    ///   - name: The name of the view, for a path.
    ///   - anchor: The place in the view that the popover points at.
    ///   - edge: The edge of that place for the popover's arrow.
    public func popoverAnchor(
      _ name: String, attachmentAnchor anchor: PopoverAttachmentAnchor = .rect(.bounds),
      arrowEdge edge: Edge? = nil
    ) -> some View {
      AnchoringView(name: name, anchor: anchor, edge: edge, content: self)
    }
  }

  /// A view with the popovers that point at it.
  private struct AnchoringView<Content: View>: View {
    let name: String
    let anchor: PopoverAttachmentAnchor
    let edge: Edge?
    let content: Content
    @Environment(\.routeWindow) private var window

    var body: some View {
      content
        .popover(item: Bindable(window)[popoverAt: name], attachmentAnchor: anchor, arrowEdge: edge) {
          screen in
          ModalView(screen: screen)
        }
        .onAppear { window.anchors.appeared(name) }
        .onDisappear {
          window.anchors.disappeared(name)
          if !window.anchors.contains(name) { window[popoverAt: name] = nil }
        }
    }
  }
#endif
