public import WaymarkCore

extension Navigator {
  /// A screen that's shown.
  public struct Screen: Sendable, Hashable, CustomStringConvertible {
    /// The name of the destination's type.
    public let destination: String
    /// The name of the ``RoutePath/Kind`` with which it's shown.
    public let kind: String
    /// The URL that leads to it, or nil if none does.
    public let url: String?

    /// Creates a screen, for example to compare it with one that's shown.
    ///
    /// - Parameters:
    ///   - destination: The name of the destination's type.
    ///   - kind: The name of the kind of path.
    ///   - url: The URL that leads to it.
    public init(destination: String, kind: String, url: String? = nil) {
      self.destination = destination
      self.kind = kind
      self.url = url
    }

    /// The destination, the kind, and the URL: `EditorView push notes://note/7`.
    public var description: String { "\(destination) \(kind)\(url.map { " \($0)" } ?? "")" }
  }

  /// One change of what's shown.
  public enum Change: Sendable, Hashable, CustomStringConvertible {
    /// A screen stays shown.
    case keep(Screen)
    /// A screen that stays shown takes over the parameters of a step (``Reuses``).
    case update(Screen, to: RoutePlan.Step)
    /// A screen is removed.
    case remove(Screen)
    /// A tab is selected.
    case select(tab: String)
    /// The screen of a step is shown.
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

  /// The changes that lead from what's shown to a plan, as a value that can be printed and compared.
  ///
  ///     let changes = try navigator.changes(to: registry.plan(for: "notes://folders"))
  ///     print(changes)
  ///     try await navigator.apply(changes)
  ///
  /// They're as few as possible: the screens that both have at the bottom are kept, the others are removed from
  /// the top, kept screens with other parameters are updated, and then the missing screens are shown.
  public struct Changes: Sendable, Hashable, CustomStringConvertible {
    /// What is shown afterward.
    public let plan: RoutePlan
    /// The changes, in the order in which they're made.
    public let steps: [Change]

    /// The screens that stay, the lowest first.
    public var kept: [Screen] { steps.compactMap { if case .keep(let screen) = $0 { screen } else { nil } } }
    /// The screens that are removed, in this order.
    public var removed: [Screen] {
      steps.compactMap { if case .remove(let screen) = $0 { screen } else { nil } }
    }
    /// The screens that stay and take over the parameters of a step, the lowest first; ``kept`` has them, too.
    public var updated: [Screen] {
      steps.compactMap { if case .update(let screen, _) = $0 { screen } else { nil } }
    }
    /// The steps whose screens are shown, in this order.
    public var shown: [RoutePlan.Step] {
      steps.compactMap { if case .show(let step) = $0 { step } else { nil } }
    }
    /// Whether nothing is removed, selected, updated, or shown.
    public var isEmpty: Bool { kept.count == steps.count }

    /// The changes, one in each line.
    public var description: String { steps.map(\.description).joined(separator: "\n") }
  }
}

extension Navigator {
  /// What happens to a change that's requested while a navigator is making another one.
  public enum BusyPolicy: Sendable, Hashable {
    /// The change waits until those requested before it have ended.
    case wait
    /// The change replaces those that haven't ended, which throw `superseded`.
    ///
    /// A presentation that has begun is finished first, and what was shown so far stays if the new change keeps it.
    case replace
    /// The change throws `busy`.
    case refuse
  }

  /// Which of several URLs a navigator keeps until it can open them.
  public enum KeepPolicy: Sendable, Hashable {
    /// The URL that was received last.
    case newest
    /// All URLs, which are opened in the order in which they were received.
    case all
  }
}

extension Navigator {
  /// An error that ends a change of a navigator, with what was done before.
  ///
  ///     do {
  ///       try await navigator.open("notes://editor/7")
  ///     } catch {
  ///       if error.code != .stayed { print(error.error, error.done) }
  ///     }
  public struct Failure: Error, RouteFailure, CustomStringConvertible, Sendable {
    /// The error that ended the change.
    public let error: RouteError
    /// What was done before the error, in this order; it isn't undone.
    public let done: [Change]

    /// The kind of the error, such as `stayed`, `superseded`, or `busy`.
    public var code: RouteError.Code { error.code }

    /// Whether the change ended because its task was canceled.
    public var isCancellation: Bool { error.underlying is CancellationError }

    /// A description of the error, and of what was done before.
    public var description: String {
      let changes = done.filter { if case .keep = $0 { false } else { true } }
      guard !changes.isEmpty else { return "\(error)" }
      return "\(error)\n    after: \(changes.map(\.description).joined(separator: ", "))"
    }
  }
}
