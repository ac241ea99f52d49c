import WaymarkRuntime

/// An entry that gives the route a name by which it can be found at run time.
///
///     Route(Editor.self) {
///       View<any EditorInput>()
///       Identifier("editor")
///     }
///
/// Use it where the destination is chosen by data, such as a server's answer:
/// ``Registry/router(identifier:)`` finds the route. Where the type is known, a token is checked by the
/// compiler.
public struct Identifier: RouteEntry {
  let name: String

  /// Creates the entry.
  ///
  /// - Parameter name: A name that isn't empty, and that no other route of the registry has.
  public init(_ name: String) { self.name = name }

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue(.identifier(name)) }
}

/// An entry that claims the destination type for its route: no other route may make it.
///
///     Route(Session.init(user:)) {
///       Service<any SessionState>()
///       Exclusive()
///     }
///
/// Compiling another route to the same type is an error.
public struct Exclusive: RouteEntry {
  /// Creates the entry.
  public init() {}

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue(.exclusive) }
}

/// An entry for a route that the application itself requests, so that it counts as reachable.
///
///     Route(HomeScreen.self) {
///       View<any Screen>()
///       EntryPoint()
///     }
///
/// Use it for the first screen and for what `main` starts. Without it, compilation notes that no declaration
/// leads to the route.
public struct EntryPoint: RouteEntry {
  /// Creates the entry.
  public init() {}

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue(.entryPoint) }
}

/// An entry that names the classes of the objects that a route makes, where the route's own type doesn't.
///
///     Route((any FolderPicker).self) {
///       View<any FolderPicker>()
///       Makes(SheetPicker.self, ListPicker.self)
///     } make: {
///       Bool.random() ? SheetPicker() as any FolderPicker : ListPicker()
///     }
///
/// ``Registry/prepare(_:)`` finds the route by these classes, and an ``Exclusive`` route claims them all. Each has to be
/// a subtype of the route's destination, which is checked when the registry is compiled.
public struct Makes: FeatureEntry, RouteEntry {
  let types: [any AnyObject.Type]

  /// Creates the entry.
  ///
  /// - Parameter types: The classes.
  public init(_ types: any AnyObject.Type...) { self.types = types }
}

extension Makes {
  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue(feature: self) }
}

extension RouteDeclaration {
  /// The classes of ``Makes`` entries.
  var namedClasses: [Any.Type] { hasFeatures ? features(Makes.self).flatMap(\.types) : [] }

  /// The types that the route makes: its destination, and the classes that it names.
  var madeTypes: [Any.Type] { [destination] + namedClasses }
}

/// An entry that suppresses an expected warning or note about its route.
///
///     Route(SessionCache.init(user:)) {
///       Service<any Cache>()
///       Singleton()
///       Accepts(.captiveDependency, because: "the user stays for the whole session")
///     }
///
/// It suppresses one code at one route. Errors can't be suppressed, except `partialOverride`: a test may replace only a
/// part. If the diagnostic isn't found anymore, a note says that the entry can be removed.
public struct Accepts: RouteEntry {
  let code: Diagnostic.Code
  let reason: String

  /// Creates the entry.
  ///
  /// - Parameters:
  ///   - code: The code of the diagnostic to suppress.
  ///   - reason: Why the diagnostic is expected, for readers of the declaration.
  public init(_ code: Diagnostic.Code, because reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue(.accepts(self)) }
}

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

extension RouteEntryBuilder {
  /// Puts the view into another object when it's shown.
  public static func buildExpression<Wrapper>(
    _ entry: Wrapped<Destination, Wrapper>
  ) -> Entries<EntryContents.Shown> {
    let wrapping = Wrapping { view in try (view as? Destination).map { try entry.wrap($0) } }
    return Entries(InlineList(RouteEntryValue(.feature(wrapping))))
  }
}
