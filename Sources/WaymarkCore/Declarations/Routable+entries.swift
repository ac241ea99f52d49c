// The tokens as entries of a route.

extension RoutableView: RouteEntry {
  /// The mark of a view's token.
  public typealias Contents = EntryContents.ViewToken

  /// Returns the binding of a view; compilation checks that the destination conforms to the requested type.
  @inlinable
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(.plain(destination, as: Protocol.self, role, keyName))
  }
}

extension RoutableService: RouteEntry {
  /// The mark of a service's token.
  public typealias Contents = EntryContents.ServiceToken

  /// Returns the binding of a service; compilation checks that the destination conforms to the requested
  /// type.
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
