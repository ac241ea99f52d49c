import WaymarkCore

extension RoutePath {
  /// A kind of presentation, such as a push or a sheet.
  ///
  /// A presenter may define kinds of its own, which ``RoutePath/custom(_:from:details:)`` uses:
  ///
  ///     extension RoutePath.Kind { static let split = Self("split") }
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// The name, by which kinds are compared.
    public let name: String

    /// Creates a kind.
    ///
    /// - Parameter name: A name that no other kind has. Kinds with equal names are equal.
    public init(_ name: String) { self.name = name }

    /// The view is pushed onto a stack.
    public static let push = Self("push")
    /// The view is presented over everything else.
    public static let present = Self("present")
    /// The view is shown in a popover that points at its source.
    public static let popover = Self("popover")
    /// The view is shown as a sheet, over a part of the current screen.
    public static let sheet = Self("sheet")
    /// The view is shown in the way that the presenter chooses.
    public static let show = Self("show")
    /// The view is shown as the detail of the current screen.
    public static let showDetail = Self("showDetail")
    /// The view becomes a child of its source.
    public static let addChild = Self("addChild")
    /// The view becomes a subview of its source, without becoming a child of it.
    public static let addSubview = Self("addSubview")
    /// A tab is selected: the kind of the step ``RoutePlan/Step/tab(_:)`` of a plan.
    ///
    /// Nothing is shown along it, so that no screen of a URL has it.
    public static let tab = Self("tab")
    /// The view is created and prepared, but not shown.
    public static let makeDestination = Self("makeDestination")

    /// The name of the kind.
    public var description: String { name }
  }
}
