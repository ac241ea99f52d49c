public import WaymarkRuntime

// The tokens as entries of a route.
extension RoutableView: RouteEntry {
  /// The mark of a view's token.
  public typealias Contents = EntryContents.ViewToken

  /// Returns the binding of a view, for compilation to check the destination's conformance.
  @inlinable
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(.plain(destination, as: Protocol.self, role, keyName))
  }
}

extension RoutableService: RouteEntry {
  /// The mark of a service's token.
  public typealias Contents = EntryContents.ServiceToken

  /// Returns the binding of a service, for compilation to check the destination's conformance.
  @inlinable
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(.plain(destination, as: Protocol.self, role, keyName))
  }
}

extension RoutableViewModule: PlainEntry {
  /// The mark of the token of a view's configuration.
  public typealias Contents = EntryContents.ViewToken

  /// The binding of a view's configuration.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue(Binding(TokenDescription(self))) }
}

extension RoutableServiceModule: PlainEntry {
  /// The mark of the token of a service's configuration.
  public typealias Contents = EntryContents.ServiceToken

  /// The binding of a service's configuration.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue(Binding(TokenDescription(self))) }
}

/// An entry of a view's route with a closure that converts the destination, `View<any EditorInput>.as { $0 }`.
@_documentation(visibility: internal)
public struct ProvidedView<Destination, Requested>: Sendable {
  @usableFromInline let name: KeyName
  @usableFromInline let convert: @MainActor (__owned Destination) throws -> Requested

  @inlinable
  init(_ name: KeyName, convert: @escaping @MainActor (__owned Destination) throws -> Requested) {
    self.name = name
    self.convert = convert
  }
}

/// An entry of a service's route with a closure that converts the destination, `Service<any NoteStore>.as { $0 }`.
@_documentation(visibility: internal)
public struct ProvidedService<Destination, Requested>: Sendable {
  @usableFromInline let name: KeyName
  @usableFromInline let convert: @Sendable (__owned Destination) throws -> Requested

  @inlinable
  init(_ name: KeyName, convert: @escaping @Sendable (__owned Destination) throws -> Requested) {
    self.name = name
    self.convert = convert
  }
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
  @inlinable
  @preconcurrency
  public static func `as`<Destination>(
    _ convert: @escaping @MainActor (__owned Destination) throws -> Protocol
  ) -> ProvidedView<Destination, Protocol> {
    ProvidedView(.none, convert: convert)
  }

  /// Provides the destination by this name through a closure, so that the compiler checks the conformance.
  ///
  ///     View(.editor).as { FramedEditor($0) }
  ///
  /// - Parameter convert: Returns the destination as the protocol, as in the function for a token without a name.
  /// - Returns: The entry.
  @inlinable
  @preconcurrency
  public func `as`<Destination>(
    _ convert: @escaping @MainActor (__owned Destination) throws -> Protocol
  ) -> ProvidedView<Destination, Protocol> {
    ProvidedView(keyName, convert: convert)
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
  @inlinable
  @preconcurrency
  public static func `as`<Destination>(
    _ convert: @escaping @Sendable (__owned Destination) throws -> Protocol
  ) -> ProvidedService<Destination, Protocol> {
    ProvidedService(.none, convert: convert)
  }

  /// Provides the destination by this name through a closure, so that the compiler checks the conformance.
  ///
  ///     Route(MemoryStore.init) { Service(.notes).as { CachedNotes(inner: $0) } }
  ///
  /// - Parameter convert: Returns the destination as the protocol, as in the function for a token without a name.
  /// - Returns: The entry.
  @inlinable
  @preconcurrency
  public func `as`<Destination>(
    _ convert: @escaping @Sendable (__owned Destination) throws -> Protocol
  ) -> ProvidedService<Destination, Protocol> {
    ProvidedService(keyName, convert: convert)
  }
}
