// The contents and the data of each entry of a route.

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

extension RoutableViewModule: RouteEntry {
  /// The mark of the token of a view's configuration.
  public typealias Contents = EntryContents.ViewToken

  /// Returns the binding of a view's configuration.
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(Binding(TokenDescription(self)))
  }
}

extension RoutableServiceModule: RouteEntry {
  /// The mark of the token of a service's configuration.
  public typealias Contents = EntryContents.ServiceToken

  /// Returns the binding of a service's configuration.
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(Binding(TokenDescription(self)))
  }
}

extension Identifier: RouteEntry {
  /// The mark of an entry that the compiler doesn't check.
  public typealias Contents = EntryContents.Neutral

  /// Returns the identifier as data.
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(.identifier(name))
  }
}

extension Exclusive: RouteEntry {
  /// The mark of an entry that the compiler doesn't check.
  public typealias Contents = EntryContents.Neutral

  /// Returns the claim as data.
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(.exclusive)
  }
}

extension Requires: RouteEntry {
  /// The mark of an entry that the compiler doesn't check.
  public typealias Contents = EntryContents.Neutral

  /// Returns the requirements as data.
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(.requires(tokens))
  }
}

extension Takes: RouteEntry {
  /// The mark of an entry that the compiler doesn't check.
  public typealias Contents = EntryContents.Neutral

  /// Returns the tokens as data.
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(.takes(tokens))
  }
}

extension Accepts: RouteEntry {
  /// The mark of an entry that the compiler doesn't check.
  public typealias Contents = EntryContents.Neutral

  /// Returns the suppression as data.
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(.accepts(self))
  }
}

extension Transient: RouteEntry {
  /// The mark of an entry that the compiler doesn't check.
  public typealias Contents = EntryContents.Neutral

  /// Returns the lifetime as data.
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(.lifetime(.transient))
  }
}

extension EntryPoint: RouteEntry {
  /// The mark of an entry that the compiler doesn't check.
  public typealias Contents = EntryContents.Neutral

  /// Returns the mark as data.
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(.entryPoint)
  }
}
