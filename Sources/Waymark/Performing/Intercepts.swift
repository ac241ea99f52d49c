/// A declaration: a closure decides whether a destination may be shown, for example only after a log-in.
///
/// In a route it is asked about the route's destination, among the declarations of a registry about all. Those
/// of the registry are asked first, in the order of their declaration.
///
///     Intercepts { attempt in
///       await account.isLoggedIn ? .proceed : .redirect(to: RoutableView<any LoginInput>())
///     }
///
/// With an interceptor, performing becomes asynchronous: the state is `routing` until it has decided.
public struct Intercepts: Handler, FeatureEntry, RouteEntry {
  let decide: @MainActor @Sendable (RouteAttempt) async throws -> RouteDecision
  let location: DeclarationLocation

  /// Creates the declaration.
  ///
  /// - Parameters:
  ///   - fileID: The file of the declaration, for plans; leave it out.
  ///   - line: The line of the declaration, for plans; leave it out.
  ///   - decide: Decides; an error that it throws refuses. Its task is cancelled when the caller who waits for the
  ///     destination is.
  @preconcurrency
  public init(
    fileID: StaticString = #fileID, line: Int = #line,
    _ decide: @escaping @MainActor @Sendable (RouteAttempt) async throws -> RouteDecision
  ) {
    location = DeclarationLocation(fileID: fileID, line: line)
    self.decide = decide
  }
}

extension Intercepts {
  /// Something about how a view is shown.
  public typealias Contents = EntryContents.Shown

  /// The entry as data.
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(.feature(self))
  }
}
