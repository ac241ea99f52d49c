/// The visible contents of one window, sheet, cover, popover, or alert.
@MainActor final class Layer {
  /// The kind of a layer.
  enum Kind: String {
    case window
    case sheet
    case fullScreenCover
    case popover
    case alert
  }

  let kind: Kind
  var texts: [String] = []
  var buttons: [(title: String, action: @MainActor () -> Void)] = []
  /// The buttons of the toolbar, each after its placement.
  var toolbar: [String] = []
  var tabs: [AnyHashable] = []
  var selectTab: ((AnyHashable) -> Void)?
  /// Removes the topmost screen of the navigation stack, or nil if the stack shows its root.
  var goBack: (() -> Void)?
  var isBackHidden = false
  /// The elements of the navigation stack's path, and the closure that sets them.
  var path: [AnyHashable] = []
  var setPath: (([AnyHashable]) -> Void)?
  /// Removes the layer, as the user's gesture does, or nil for the window.
  var dismiss: (() -> Void)?
  var isDismissDisabled = false
  /// The heights of a sheet.
  var detents: [String] = []
  /// Whether the layer shows that something is in progress.
  var isBusy = false
  /// Selects a row of a list.
  var selectRow: ((AnyHashable) -> Void)?
  /// The visible contents of the view that a popover points at, and the edge of its arrow.
  var anchor: String?
  /// The layers that this one presents.
  var modals: [Layer] = []

  init(_ kind: Kind) { self.kind = kind }

  /// This layer and those above it.
  var stack: [Layer] { [self] + modals.flatMap(\.stack) }
}
