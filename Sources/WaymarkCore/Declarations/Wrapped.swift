import WaymarkRuntime

/// An entry that puts a view into another object when it's shown, such as a navigation controller.
///
///     Route(Editor.self) {
///       View<any EditorInput>()
///       Wrapped { NavigationFrame($0) }
///     }
///
/// The presenter shows the wrapper (``RouteTransition/view``). Callers, observers, and leak detection get the view
/// itself. The wrapper is made each time the view is shown, and kept until the view is removed. Along
/// `makeDestination`, there's none. Of several such entries, the first one counts.
public struct Wrapped<Destination, Wrapper>: Sendable {
  let wrap: @MainActor (Destination) throws -> Wrapper

  /// Creates the entry.
  ///
  /// - Parameter wrap: Returns the object that contains the view.
  @preconcurrency
  public init(_ wrap: @escaping @MainActor (Destination) throws -> Wrapper) { self.wrap = wrap }
}

/// A `Wrapped` entry without its types.
package struct Wrapping: FeatureEntry {
  /// Returns the wrapper, or nil if the view isn't the route's destination.
  package let wrap: @MainActor @Sendable (Any) throws -> Any?
}

extension Wrapped {
  /// The entry as data.
  fileprivate var value: RouteEntryValue {
    let wrapping = Wrapping { view in
      try (view as? Destination).map { try wrap($0) }
    }
    return RouteEntryValue(.feature(wrapping))
  }
}

extension RouteEntryBuilder {
  /// Puts the view into another object when it's shown.
  public static func buildExpression<Wrapper>(
    _ entry: Wrapped<Destination, Wrapper>
  ) -> Entries<EntryContents.Shown> {
    Entries(InlineList(entry.value))
  }
}
