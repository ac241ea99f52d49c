#if canImport(SwiftUI)
  import Waymark

  /// The details of a popover path besides its kind and its source: the name of the view that it points at.
  struct PopoverAnchor {
    let name: String
  }

  /// The names of a window's visible views that popovers can point at.
  @MainActor
  final class PopoverAnchors {
    private var counts: [String: Int] = [:]

    nonisolated init() {}

    /// The names, in order.
    var names: [String] { counts.keys.sorted() }

    func contains(_ name: String) -> Bool { counts[name] != nil }

    func appeared(_ name: String) { counts[name, default: 0] += 1 }

    func disappeared(_ name: String) {
      let count = counts[name, default: 0] - 1
      counts[name] = count > 0 ? count : nil
    }
  }

  extension RouteWindow {
    /// The popover that points at a view, or at the whole window without a name, which closes when set to nil.
    subscript(popoverAt name: String?) -> RouteScreen? {
      get {
        guard let popover, popover.anchor == name else { return nil }
        return popover
      }
      set { if newValue == nil, popover?.anchor == name { popover = nil } }
    }
  }

  extension RouteScreen {
    /// The name of the view that the popover points at.
    @MainActor fileprivate var anchor: String? {
      (presentation.transition.path.details as? PopoverAnchor)?.name
    }
  }
#endif
