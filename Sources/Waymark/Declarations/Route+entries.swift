// What each entry of a route is to the compiler, and as data.

extension RoutableView: RouteEntry {
  /// A token of a view.
  public typealias Contents = EntryContents.ViewToken

  /// The binding of a view; compilation checks that the destination can be used as what's requested.
  @inlinable
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(.plain(destination, as: Protocol.self, .view))
  }
}

extension RoutableService: RouteEntry {
  /// A token of a service.
  public typealias Contents = EntryContents.ServiceToken

  /// The binding of a service; compilation checks that the destination can be used as what's requested.
  @inlinable
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(.plain(destination, as: Protocol.self, .service))
  }
}

extension RoutableViewModule: RouteEntry {
  /// A token of a view's configuration.
  public typealias Contents = EntryContents.ViewToken

  /// The binding of a view's configuration.
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(Binding(Protocol.self, .viewModule))
  }
}

extension RoutableServiceModule: RouteEntry {
  /// A token of a service's configuration.
  public typealias Contents = EntryContents.ServiceToken

  /// The binding of a service's configuration.
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(Binding(Protocol.self, .serviceModule))
  }
}

extension Identifier: RouteEntry {
  /// Nothing that the compiler has to know.
  public typealias Contents = EntryContents.Neutral

  /// The identifier as data.
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(.identifier(name))
  }
}

extension Exclusive: RouteEntry {
  /// Nothing that the compiler has to know.
  public typealias Contents = EntryContents.Neutral

  /// The claim as data.
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(.exclusive)
  }
}

extension Requires: RouteEntry {
  /// Nothing that the compiler has to know.
  public typealias Contents = EntryContents.Neutral

  /// The requirements as data.
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(.requires(tokens))
  }
}

extension Accepts: RouteEntry {
  /// Nothing that the compiler has to know.
  public typealias Contents = EntryContents.Neutral

  /// The suppression as data.
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(.accepts(self))
  }
}

extension EntryPoint: RouteEntry {
  /// Nothing that the compiler has to know.
  public typealias Contents = EntryContents.Neutral

  /// The mark as data.
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(.entryPoint)
  }
}
