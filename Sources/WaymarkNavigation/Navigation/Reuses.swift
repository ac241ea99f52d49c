public import WaymarkCore

/// An entry of a view's route that says when a ``Navigator`` keeps a screen that's shown already.
///
///     Route(Editor.self) {
///       View<any EditorInput>()
///       URLPattern("notes://editor/:id")
///       Reuses(.sameParameters(named: "id"))
///     }
///
/// A navigator compares the screens that are shown with those of a plan, from the lowest one. Without this entry,
/// a screen is kept where the plan has the same route with the same parameters.
///
/// A screen that's kept for other parameters can take them over:
///
///     Route(Editor.self) {
///       View<any EditorInput>()
///       URLPattern("notes://editor/:id")
///       Reuses(.always) { editor, parameters in editor.title = parameters["id"] ?? "" }
///     }
public struct Reuses<Destination>: Sendable {
  let policy: ReusePolicy
  let update: (@MainActor @Sendable (Destination, URLParameters) throws -> Void)?

  /// Creates the entry.
  ///
  /// - Parameter policy: When the screen is kept.
  public init(_ policy: ReusePolicy) {
    self.policy = policy
    update = nil
  }

  /// Creates the entry for screens that can take over other parameters.
  ///
  /// - Parameters:
  ///   - policy: When the screen is kept.
  ///   - update: A closure that passes the parameters of the new URL to a screen that's kept for them. Throwing an
  ///     error ends the change.
  @preconcurrency
  public init(
    _ policy: ReusePolicy,
    updating update: @escaping @MainActor @Sendable (Destination, URLParameters) throws -> Void
  ) {
    self.policy = policy
    self.update = update
  }
}

/// A ``Reuses`` entry whose destination type isn't known.
protocol ReuseRule: FeatureEntry {
  /// When the screen is kept.
  var policy: ReusePolicy { get }
  /// Whether a screen can take over other parameters.
  var updates: Bool { get }
  /// Passes new parameters to a screen.
  @MainActor func update(_ destination: Any, with parameters: URLParameters) throws
}

extension Reuses: ReuseRule {
  var updates: Bool { update != nil }

  @MainActor
  func update(_ destination: Any, with parameters: URLParameters) throws {
    guard let update, let destination = destination as? Destination else { return }
    try update(destination, parameters)
  }
}

extension RouteDeclaration {
  /// The last entry that says when a screen is kept.
  var reuseRule: (any ReuseRule)? { features.compactMap { $0 as? any ReuseRule }.last }
}

extension RouteEntryBuilder {
  /// Adds when a navigator keeps the screen.
  public static func buildExpression(_ entry: Reuses<Destination>) -> Entries<EntryContents.Shown> {
    Entries(InlineList(RouteEntryValue(feature: entry)))
  }
}

/// When a ``Navigator`` keeps a screen that's shown already, for a step of the same route.
public struct ReusePolicy: Sendable, Hashable {
  private enum Kind: Hashable {
    case never
    case sameParameters(named: Set<String>?)
    case always
  }

  private let kind: Kind

  /// The screen is never kept: it's removed and shown anew.
  public static let never = Self(kind: .never)
  /// The screen is kept if all parameters of its URL are the same; the fragment doesn't count.
  public static let sameParameters = Self(kind: .sameParameters(named: nil))
  /// The screen is kept whatever the parameters of its URL.
  public static let always = Self(kind: .always)

  /// Returns the policy by which a screen is kept if some parameters of its URL are the same.
  ///
  /// - Parameter names: The names of these parameters.
  public static func sameParameters(named names: String...) -> Self {
    Self(kind: .sameParameters(named: Set(names)))
  }

  /// Returns whether a screen is kept for a step of the same route.
  @MainActor
  func keeps(_ shown: ScreenIdentity, for wanted: ScreenIdentity) -> Bool {
    switch kind {
    case .never: false
    case .always: true
    case .sameParameters(nil): shown.hasParameters(of: wanted)
    case .sameParameters(let names?): names.allSatisfy { shown.parameters[$0] == wanted.parameters[$0] }
    }
  }
}
