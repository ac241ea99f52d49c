/// An entry of a view's route: the destination is provided as `Requested`, through a closure.
///
/// Written `View<any EditorInput>.as { $0 }`.
public struct ProvidedView<Destination, Requested>: Sendable {
  @usableFromInline let convert: @MainActor (__owned Destination) throws -> Requested
}

extension RoutableView {
  /// Provides the destination as this protocol through a closure, which the compiler checks.
  ///
  /// The closure may also wrap the destination in another object. A registry that is compiled has nothing
  /// left to check then, and making the destination needs no dynamic cast.
  ///
  /// - Parameter convert: Gives the destination as the protocol. It runs on the main actor, for each
  ///   destination that is asked for through this protocol, and may throw. What it wraps around a
  ///   ``Singleton`` is made for each caller; where it gives the singleton itself, that is kept.
  /// - Returns: The entry.
  public static func `as`<Destination>(
    _ convert: @escaping @MainActor (__owned Destination) throws -> Protocol
  ) -> ProvidedView<Destination, Protocol> {
    ProvidedView(convert: convert)
  }
}
