import WaymarkRuntime

// The tokens as entries of a route.
@_documentation(visibility: internal)
extension RoutableView: RouteEntry {
  /// The mark of a view's token.
  public typealias Contents = EntryContents.ViewToken

  /// The binding of a view, with a destination that compilation checks for conformance.
  public var value: RouteEntryValue { RouteEntryValue(providing: Requested.self, .view, keyName) }
}

@_documentation(visibility: internal)
extension RoutableService: RouteEntry {
  /// The mark of a service's token.
  public typealias Contents = EntryContents.ServiceToken

  /// The binding of a service, with a destination that compilation checks for conformance.
  public var value: RouteEntryValue { RouteEntryValue(providing: Requested.self, .service, keyName) }
}

@_documentation(visibility: internal)
extension RoutableViewModule: RouteEntry {
  /// The mark of the token of a view's configuration.
  public typealias Contents = EntryContents.ViewToken

  /// The binding of a view's configuration.
  public var value: RouteEntryValue { RouteEntryValue(providing: Requested.self, .viewModule, keyName) }
}

@_documentation(visibility: internal)
extension RoutableServiceModule: RouteEntry {
  /// The mark of the token of a service's configuration.
  public typealias Contents = EntryContents.ServiceToken

  /// The binding of a service's configuration.
  public var value: RouteEntryValue { RouteEntryValue(providing: Requested.self, .serviceModule, keyName) }
}

/// An entry of a view's route with a closure that converts the destination, `View<any EditorInput>.as { $0 }`.
@_documentation(visibility: internal)
public struct ProvidedView<Destination, Requested>: Sendable {
  /// The entry as data.
  let value: RouteEntryValue
}

/// An entry of a service's route that provides the destination as `Requested` through a closure.
///
/// Written `Service<any EditorInput>.as { $0 }`.
@_documentation(visibility: internal)
public struct ProvidedService<Destination, Requested>: Sendable {
  /// The entry as data.
  let value: RouteEntryValue
}

extension RoutableView {
  /// Provides the destination as this protocol through a closure, so that the compiler checks the conformance.
  ///
  /// The closure can also wrap the destination in another object. There's no conformance to check at run time, and
  /// creation needs no dynamic cast.
  ///
  /// - Parameter convert: Returns the destination as the protocol, or throws. It runs on the main actor for each
  ///   request through this protocol, so each caller gets its own wrapper of a ``Singleton``. Waymark keeps the result
  ///   only if it's the singleton itself.
  /// - Returns: The entry.
  public static func `as`<Destination>(
    _ convert: @escaping @MainActor (__owned Destination) throws -> Protocol
  ) -> ProvidedView<Destination, Protocol> {
    Self(declaredProtocol: Protocol.self).as(convert)
  }

  /// Provides the destination by this name through a closure, so that the compiler checks the conformance.
  ///
  ///     View(.editor).as { FramedEditor($0) }
  ///
  /// - Parameter convert: Returns the destination as the protocol, as in the function for a token without a name.
  /// - Returns: The entry.
  public func `as`<Destination>(
    _ convert: @escaping @MainActor (__owned Destination) throws -> Protocol
  ) -> ProvidedView<Destination, Protocol> {
    // Called only from main-actor entry points, as all closures of a view's route are.
    let convert = MainActorErasure.erase(taking: convert)
    return ProvidedView(value: RouteEntryValue(.binding(Binding(TokenDescription(self), convert))))
  }
}

extension RoutableService {
  /// Provides the destination as this protocol through a closure, so that the compiler checks the conformance.
  ///
  /// The closure can also wrap the destination in another object. There's no conformance to check at run time, and
  /// creation needs no dynamic cast.
  ///
  /// - Parameter convert: Returns the destination as the protocol, or throws. It runs on the caller's thread for each
  ///   request through this protocol, so each caller gets its own wrapper of a ``Singleton``. Waymark keeps the result
  ///   only if it's the singleton itself.
  /// - Returns: The entry.
  public static func `as`<Destination>(
    _ convert: @escaping @Sendable (__owned Destination) throws -> Protocol
  ) -> ProvidedService<Destination, Protocol> {
    Self(declaredProtocol: Protocol.self).as(convert)
  }

  /// Provides the destination by this name through a closure, so that the compiler checks the conformance.
  ///
  ///     Route(MemoryStore.init) { Service(.notes).as { CachedNotes(inner: $0) } }
  ///
  /// - Parameter convert: Returns the destination as the protocol, as in the function for a token without a name.
  /// - Returns: The entry.
  public func `as`<Destination>(
    _ convert: @escaping @Sendable (__owned Destination) throws -> Protocol
  ) -> ProvidedService<Destination, Protocol> {
    ProvidedService(value: RouteEntryValue(.binding(Binding(TokenDescription(self), convert))))
  }
}
