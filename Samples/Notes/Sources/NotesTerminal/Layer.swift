/// Screens one upon the other: in the whole window, in a pane above it, or in a small box.
@MainActor
struct Layer {
  enum Kind {
    case window
    case pane
    case box
  }

  let kind: Kind
  /// The screens, with the visible one at the end.
  var panes: [Pane]
}
