public import WaymarkCore

/// An entry of a view's route that decides when a ``Navigator`` keeps an existing screen.
///
///     Route(Editor.self) {
///       View<any EditorInput>()
///       URLPattern("notes://editor/:id")
///       Reuses(.sameParameters(named: "id"))
///     }
///
/// A navigator compares the current screens with the steps of a plan, from the lowest one. Without this entry, it keeps
/// a screen if the step has the same route and parameters (``ReusePolicy/sameParameters``). It never keeps a screen from
/// a scope that was closed or replaced, or that the step needs and its registry hasn't opened. Only a navigator with
/// the registry of a closed scope keeps the screens of this scope, because it can't show others.
///
/// A screen that stays can take over other parameters:
///
///     Route(Editor.self) {
///       View<any EditorInput>()
///       URLPattern("notes://editor/:id")
///       Reuses(.always) { editor, parameters in editor.title = parameters["id"] ?? "" }
///     }
public struct Reuses<Destination>: Sendable {
  let rule: ReuseRule

  /// Creates the entry.
  ///
  /// - Parameters:
  ///   - policy: The condition for keeping the screen.
  ///   - update: A closure that passes the parameters of the new URL to a screen that stays, if the screen can take
  ///     over other parameters. An error ends the change.
  public init(
    _ policy: ReusePolicy,
    updating update: (@MainActor @Sendable (Destination, URLParameters) throws -> Void)? = nil
  ) {
    guard let update else {
      rule = ReuseRule(policy: policy, update: nil) { _ in false }
      return
    }
    rule = ReuseRule(
      policy: policy,
      update: { destination, parameters in
        if let destination = destination as? Destination { try update(destination, parameters) }
      }, accepts: { $0 is Destination })
  }
}

/// A ``Reuses`` entry without its type.
struct ReuseRule: FeatureEntry {
  let policy: ReusePolicy
  /// A function that passes new parameters to a screen, or nil if there's none.
  let update: (@MainActor @Sendable (_ destination: Any, URLParameters) throws -> Void)?
  /// Returns whether a screen can receive new parameters: it's the destination, and not a view around it.
  let accepts: @Sendable (_ screen: Any?) -> Bool

  static var rules: [any CompilationRule.Type] { [ReusedParameterRule.self] }
}

@_documentation(visibility: internal)
extension RouteEntryBuilder {
  /// Adds the condition for keeping the screen.
  @_disfavoredOverload
  public static func buildExpression(_ entry: Reuses<Destination>) -> Entries<EntryContents.Shown> {
    Entries(InlineList(RouteEntryValue(feature: entry.rule)))
  }
}

/// The condition for a ``Navigator`` to keep a screen for a step of the same route.
public struct ReusePolicy: Sendable, Hashable {
  private enum Kind: Hashable {
    case never
    case sameParameters(named: Set<String>?)
    case always
  }

  private let kind: Kind

  /// Removes the screen and shows another one.
  public static let never = Self(kind: .never)
  /// Keeps the screen if all parameters of its URL are the same, regardless of the fragment.
  ///
  /// If both URLs match one pattern, the segments for its `*` are the same, too. So are the schemes and the hosts that
  /// the pattern omits, where both URLs have one.
  public static let sameParameters = Self(kind: .sameParameters(named: nil))
  /// Keeps the screen for any parameters of its URL.
  public static let always = Self(kind: .always)

  /// Returns the policy that keeps a screen if certain parameters of its URL are the same.
  ///
  /// - Parameter names: The names of these parameters.
  public static func sameParameters(named names: String...) -> Self {
    Self(kind: .sameParameters(named: Set(names)))
  }

  /// The names of the parameters that the policy compares, or none if it compares all or no parameters.
  var names: Set<String> { if case .sameParameters(let names?) = kind { names } else { [] } }

  /// Returns whether to keep a screen for a step of the same route.
  func keeps(_ shown: URLMatch, for wanted: URLMatch) -> Bool {
    switch kind {
    case .never: return false
    case .always: return true
    case .sameParameters(nil): return shown.hasParameters(of: wanted)
    case .sameParameters(let names?):
      let (shown, wanted) = (shown.parameters.byName, wanted.parameters.byName)
      return names.allSatisfy { shown[$0] == wanted[$0] }
    }
  }
}
