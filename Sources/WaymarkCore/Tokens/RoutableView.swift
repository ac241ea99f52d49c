public import WaymarkRuntime

/// The token for a view, through the type that it's used as.
///
/// The module that owns a protocol declares it routable by making `init()` available for it:
///
///     extension RoutableView where Protocol == EditorInput {
///       init() { self.init(declaredProtocol: Protocol.self) }
///     }
///
/// `Protocol` may be any type: an existential, a composition such as `any (Screen & EditorInput)`, a class,
/// an actor, a struct, an enum, or a function type. In a route's block, the token is written with its short
/// name, `View<…>()` (see ``RouteVocabulary``). A token stores its name, one machine word.
public struct RoutableView<Protocol>: DestinationToken {
  /// The kind of the token's destination.
  public typealias Kind = ViewKind

  /// The type that's requested.
  public typealias Requested = Protocol

  /// The role of the token.
  @inlinable
  public var role: TokenRole { .view }

  /// The name by which the registry finds the token.
  @_documentation(visibility: internal)
  public var keyName: KeyName

  /// Declares a protocol routable; call it in an `init()` of your own (see ``RoutableView``).
  ///
  /// - Parameters:
  ///   - declaredProtocol: The protocol, written as `Protocol.self`.
  ///   - mark: Leave it out. It keeps the compiler from suggesting this initializer for a misspelled name.
  @inlinable
  public init(declaredProtocol: Protocol.Type, _ mark: Void = ()) { keyName = .none }

  /// Unavailable, unless the module that owns the protocol makes it available.
  @available(
    *, unavailable,
    message:
      "this type is not declared routable as a view, or its init() is not public and another module declares it; declare it with: extension RoutableView where Protocol == … { init() { self.init(declaredProtocol: Protocol.self) } }"
  )
  public init() { keyName = .none }
}

/// The token for the configuration of a view's route, through the type that it's used as.
///
/// The module that owns a protocol declares it routable by making `init()` available for it:
///
///     extension RoutableViewModule where Protocol == EditorModuleConfig {
///       init() { self.init(declaredProtocol: Protocol.self) }
///     }
///
/// `Protocol` may be any type: an existential, a composition such as `any (Screen & EditorInput)`, a class,
/// an actor, a struct, an enum, or a function type. In a route's block, the token is written with its short
/// name, `ViewModule<…>()` (see ``RouteVocabulary``). A token stores its name, one machine word.
public struct RoutableViewModule<Protocol>: ModuleToken {
  /// The kind of the token's destination.
  public typealias Kind = ViewKind

  /// The type that's requested.
  public typealias Requested = Protocol

  /// The role of the token.
  @inlinable
  public var role: TokenRole { .viewModule }

  /// The name by which the registry finds the token.
  @_documentation(visibility: internal)
  public var keyName: KeyName

  /// Declares a protocol routable; call it in an `init()` of your own (see ``RoutableViewModule``).
  ///
  /// - Parameters:
  ///   - declaredProtocol: The protocol, written as `Protocol.self`.
  ///   - mark: Leave it out. It keeps the compiler from suggesting this initializer for a misspelled name.
  @inlinable
  public init(declaredProtocol: Protocol.Type, _ mark: Void = ()) { keyName = .none }

  /// Unavailable, unless the module that owns the protocol makes it available.
  @available(
    *, unavailable,
    message:
      "this type is not declared routable as a view's configuration, or its init() is not public and another module declares it; declare it with: extension RoutableViewModule where Protocol == … { init() { self.init(declaredProtocol: Protocol.self) } }"
  )
  public init() { keyName = .none }
}

/// The token for the views that modules contribute to a collection, through the type that they're used as.
///
/// The module that owns the collection declares it once, and any module contributes to it (``Contributes``):
///
///     extension RoutableViews<any SettingsPane> { static var settingsPanes: Self { declared() } }
///
/// A collection is requested as an array, which has all views in order, as a dictionary of those with a key,
/// or as a router that makes them later, ``ViewContributions``. A collection to which nothing contributes is empty.
/// A parameter of a route's initializer may have any of these types. `Protocol` may be any type. A token
/// stores its name, one machine word.
public struct RoutableViews<Protocol>: CollectionToken {
  /// The kind of the token's destinations.
  public typealias Kind = ViewKind

  /// The type that each view is requested as.
  public typealias Requested = Protocol

  /// The token for one view of the same type.
  public typealias Single = RoutableView<Protocol>

  /// The role of the token.
  @inlinable
  public var role: TokenRole { .views }

  /// The name by which the registry finds the token.
  @_documentation(visibility: internal)
  public var keyName: KeyName

  /// Declares a collection; call it in an `init()` of your own, or declare a name with ``Routable/declared(_:)``.
  ///
  /// - Parameters:
  ///   - declaredProtocol: The protocol, written as `Protocol.self`.
  ///   - mark: Leave it out. It keeps the compiler from suggesting this initializer for a misspelled name.
  @inlinable
  public init(declaredProtocol: Protocol.Type, _ mark: Void = ()) { keyName = .none }

  /// Unavailable, unless the module that owns the protocol makes it available.
  @available(
    *, unavailable,
    message:
      "this type is not declared routable as a collection of views, or its init() is not public and another module declares it; declare it with: extension RoutableViews where Protocol == … { init() { self.init(declaredProtocol: Protocol.self) } }"
  )
  public init() { keyName = .none }
}
