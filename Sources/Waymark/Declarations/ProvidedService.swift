/// An entry of a service's route: the destination is provided as `Requested`, through a closure.
///
/// Written `Service<any NoteStore>.as { $0 }`.
public struct ProvidedService<Destination, Requested>: Sendable {
  @usableFromInline let convert: @Sendable (__owned Destination) throws -> Requested
}

extension RoutableService {
  /// Provides the destination as this protocol through a closure, which the compiler checks.
  ///
  /// The closure may also wrap the destination in another value. A registry that is compiled has nothing
  /// left to check then, and making the destination needs no dynamic cast.
  ///
  /// - Parameter convert: Gives the destination as the protocol. It runs on the thread that asks, for each
  ///   destination that is asked for through this protocol, and may throw. What it wraps around a
  ///   ``Singleton`` is made for each caller; where it gives the singleton itself, that is kept.
  /// - Returns: The entry.
  public static func `as`<Destination>(
    _ convert: @escaping @Sendable (__owned Destination) throws -> Protocol
  ) -> ProvidedService<Destination, Protocol> {
    ProvidedService(convert: convert)
  }
}
