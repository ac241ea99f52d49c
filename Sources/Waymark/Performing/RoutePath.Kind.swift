extension RoutePath {
  /// A way of showing a view.
  ///
  /// A presenter may have kinds of its own:
  ///
  ///     extension RoutePath.Kind { static let split = Self("split") }
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// The name, by which kinds are compared.
    public let name: String

    /// Creates a kind.
    ///
    /// - Parameter name: A name that no other kind has.
    public init(_ name: String) { self.name = name }

    /// The view is put on top of a stack.
    public static let push = Self("push")
    /// The view is shown over everything else.
    public static let present = Self("present")
    /// The view is shown in a small box that points at where it came from.
    public static let popover = Self("popover")
    /// The view is shown over a part of what is there.
    public static let sheet = Self("sheet")
    /// The view is shown where the presenter thinks best.
    public static let show = Self("show")
    /// The view is shown as the detail of what is there.
    public static let showDetail = Self("showDetail")
    /// The view becomes a part of its source.
    public static let addChild = Self("addChild")
    /// The view is put into its source without more.
    public static let addSubview = Self("addSubview")
    /// The view is made and prepared, and not shown.
    public static let makeDestination = Self("makeDestination")

    /// The name.
    public var description: String { name }
  }
}
