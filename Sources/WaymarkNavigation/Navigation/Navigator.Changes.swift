extension Navigator {
  /// A screen in a navigator's window.
  public struct Screen: Sendable, Hashable, CustomStringConvertible {
    /// The name of the destination's type.
    public let destination: String
    /// The name of the ``RoutePath/Kind`` of its presentation.
    public let kind: String
    /// The URL that leads to the screen, or nil if none does.
    public let url: String?

    /// Creates a screen, for example for a comparison.
    ///
    /// - Parameters:
    ///   - destination: The name of the destination's type.
    ///   - kind: The name of the kind of path.
    ///   - url: The URL that leads to the screen.
    public init(destination: String, kind: String, url: String? = nil) {
      self.destination = destination
      self.kind = kind
      self.url = url
    }

    /// The destination, the kind, and the URL: `EditorView push notes://note/7`.
    public var description: String { "\(destination) \(kind)\(url.map { " \($0)" } ?? "")" }
  }

  /// A step in a change of the screens.
  public enum Change: Sendable, Hashable, CustomStringConvertible {
    /// Keeps a screen.
    case keep(Screen)
    /// Passes the parameters of a step to a screen that stays (``Reuses``).
    case update(Screen, to: RoutePlan.Step)
    /// Removes a screen.
    case remove(Screen)
    /// Selects a tab.
    case select(tab: String)
    /// Shows the screen of a step.
    case show(RoutePlan.Step)

    /// The change and its screen: `remove EditorView push notes://note/7`.
    public var description: String {
      switch self {
      case .keep(let screen): "keep \(screen)"
      case .update(let screen, let step): "update \(screen) to \(step)"
      case .remove(let screen): "remove \(screen)"
      case .select(let tab): "select tab \(tab)"
      case .show(let step): "show \(step)"
      }
    }
  }

  /// The changes that lead from the current screens to a plan, as a value to print and compare.
  ///
  ///     let changes = try navigator.changes(to: registry.plan(for: "notes://folders"))
  ///     print(changes)
  ///     try await navigator.apply(changes)
  ///
  /// The number of changes is minimal: the navigator keeps the lowest screens as far as they match, removes the others
  /// from the top, updates kept screens with other parameters, and shows the missing screens.
  public struct Changes: Sendable, Hashable, CustomStringConvertible {
    /// The plan of the screens after the changes.
    public let plan: RoutePlan
    /// The changes, in order.
    public let steps: [Change]

    /// The screens that stay, beginning with the lowest.
    public var kept: [Screen] { steps.compactMap { if case .keep(let screen) = $0 { screen } else { nil } } }
    /// The screens to remove, in order.
    public var removed: [Screen] {
      steps.compactMap { if case .remove(let screen) = $0 { screen } else { nil } }
    }
    /// The screens that stay and receive new parameters, which ``kept`` also contains, beginning with the lowest.
    public var updated: [Screen] {
      steps.compactMap { if case .update(let screen, _) = $0 { screen } else { nil } }
    }
    /// The steps to show, in order.
    public var shown: [RoutePlan.Step] {
      steps.compactMap { if case .show(let step) = $0 { step } else { nil } }
    }
    /// Whether there's nothing to remove, select, update, or show.
    public var isEmpty: Bool { kept.count == steps.count }

    /// The changes, one in each line.
    public var description: String { steps.map(\.description).joined(separator: "\n") }
  }
}
