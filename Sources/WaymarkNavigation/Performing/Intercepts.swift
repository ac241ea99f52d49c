public import WaymarkCore

/// An entry that decides whether a destination may be shown, for example only after a log-in.
///
/// In a route, the closure decides about the route's destination; among the declarations of a registry, about
/// all. The interceptors of the registry run first, in the order of their declaration.
///
///     Intercepts { attempt in
///       await account.isLoggedIn ? .proceed : .redirect(to: RoutableView<any LoginInput>())
///     }
///
/// With an interceptor, performing becomes asynchronous: the state is `routing` until all interceptors have
/// decided. They run on the main actor.
public struct Intercepts: RoutesElement, Handler, FeatureEntry, PlainEntry {
  let decide: @MainActor @Sendable (RouteAttempt) async throws -> RouteDecision
  let location: DeclarationLocation

  /// Creates the entry.
  ///
  /// - Parameters:
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - decide: Returns the decision. Throwing an error refuses the attempt. The closure's task is canceled
  ///     when a task that waits for the destination is canceled.
  @preconcurrency
  public init(
    fileID: StaticString = #fileID, line: Int = #line,
    _ decide: @escaping @MainActor @Sendable (RouteAttempt) async throws -> RouteDecision
  ) {
    location = DeclarationLocation(fileID: fileID, line: line)
    self.decide = decide
  }

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes { Routes(handler: self) }
}

extension Intercepts {
  /// A property of a view's presentation.
  public typealias Contents = EntryContents.Shown

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue(feature: self) }
}
