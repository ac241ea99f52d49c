import WaymarkRuntime

/// An entry with a name that finds the route at run time.
///
///     Route(Editor.self) {
///       View<any EditorInput>()
///       Identifier("editor")
///     }
///
/// Use it if data chooses the destination, such as a server's response: ``Registry/router(identifier:)`` finds the
/// route. For a known type, use a token, which the compiler checks.
public struct Identifier: RouteEntry {
  let name: String

  /// Creates the entry.
  ///
  /// - Parameter name: A nonempty name, unique in the registry.
  public init(_ name: String) { self.name = name }

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue { [name] in $0.identifiers.append(name) } }
}

/// An entry that makes the destination type exclusive to its route.
///
///     Route(Session.init(user:)) {
///       Service<any SessionState>()
///       Exclusive()
///     }
///
/// Another route to the same type is an error.
public struct Exclusive: RouteEntry {
  /// Creates the entry.
  public init() {}

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue { $0.isExclusive = true } }
}

/// An entry for a route that the application itself requests, so that it counts as reachable.
///
///     Route(HomeScreen.self) {
///       View<any Screen>()
///       EntryPoint()
///     }
///
/// Use it for the first screen and for the services that `main` requests. Without it, compilation notes that no
/// declaration leads to the route.
public struct EntryPoint: RouteEntry {
  /// Creates the entry.
  public init() {}

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue { $0.isEntryPoint = true } }
}

/// An entry with the classes of a route's objects, if the route's own type isn't the class.
///
///     Route((any FolderPicker).self) {
///       View<any FolderPicker>()
///       Makes(SheetPicker.self, ListPicker.self)
///     } make: {
///       Bool.random() ? SheetPicker() as any FolderPicker : ListPicker()
///     }
///
/// ``Registry/prepare(_:)`` finds the route by these classes, and an ``Exclusive`` route claims them all. Compilation
/// checks that each is a subtype of the route's destination.
public struct Makes: FeatureEntry, RouteEntry {
  let types: [any AnyObject.Type]

  /// Creates the entry.
  ///
  /// - Parameter types: The classes.
  public init(_ types: any AnyObject.Type...) { self.types = types }

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue(feature: self) }
}

extension RouteDeclaration {
  var namedClasses: [Any.Type] { features(Makes.self).flatMap(\.types) }

  /// The destination type of the route, and its named classes.
  package var madeTypes: [Any.Type] { [destination] + namedClasses }
}

/// An entry that suppresses an expected warning or note about its route.
///
///     Route(SessionCache.init(user:)) {
///       Service<any Cache>()
///       Singleton()
///       Accepts(.captiveDependency, because: "the user stays for the whole session")
///     }
///
/// It suppresses one code at one route. The only errors that it can suppress are `partialOverride`, because a test can
/// replace a part of a route, and `dryRunFailed`. If the diagnostic no longer occurs, a note says to remove the entry,
/// unless only tests find the diagnostic.
public struct Accepts: RouteEntry {
  let code: Diagnostic.Code
  let reason: String

  /// Creates the entry.
  ///
  /// - Parameters:
  ///   - code: The code of the diagnostic to suppress.
  ///   - reason: The reason to expect the diagnostic, for readers of the declaration.
  public init(_ code: Diagnostic.Code, because reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue { $0.accepted.append(self) } }
}

/// An entry that puts a view into another object for presentation, such as a navigation controller.
///
///     Route(Editor.self) {
///       View<any EditorInput>()
///       Wrapped { NavigationFrame($0) }
///     }
///
/// The presenter shows the wrapper (``RouteTransition/view``). Callers, observers, and leak detection get the view
/// itself. Each presentation creates a wrapper and keeps it until the view is dismissed, but the path `makeDestination`
/// creates none. Only the first of several such entries applies.
public struct Wrapped<Destination, Wrapper>: Sendable {
  let wrap: @MainActor (Destination) throws -> Wrapper

  /// Creates the entry.
  ///
  /// - Parameter wrap: Returns the object that contains the view.
  public init(_ wrap: @escaping @MainActor (Destination) throws -> Wrapper) { self.wrap = wrap }
}

/// A `Wrapped` entry without its types.
package struct Wrapping: FeatureEntry {
  /// Returns the wrapper, or nil if the view isn't the route's destination.
  package let wrap: @MainActor @Sendable (Any) throws -> Any?
}

@_documentation(visibility: internal)
extension RouteEntryBuilder {
  /// Puts the view into another object for presentation.
  @_disfavoredOverload
  public static func buildExpression<Wrapper>(
    _ entry: Wrapped<Destination, Wrapper>
  ) -> Entries<EntryContents.Shown> {
    let wrapping = Wrapping { view in try (view as? Destination).map { try entry.wrap($0) } }
    return Entries(RouteEntryValue(feature: wrapping))
  }
}
