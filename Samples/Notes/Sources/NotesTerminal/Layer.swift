/// Screens one upon the other: in the whole window, in a pane above it, or in a small box.
@MainActor
struct Layer {
  enum Kind {
    case window
    case pane
    case box
  }

  let kind: Kind
  /// The screens, of which the last one is seen.
  var panes: [Pane]
}
