import WaymarkCore

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
