public import WaymarkRuntime

/// The token for a view, by its interface.
///
/// The module that owns a protocol declares a name for it: `static var editor: Self { declared() }`, in an extension of
/// `RoutableView<any EditorInput>`. For a token without a name, the module declares an `init()` instead:
///
///     extension RoutableView where Protocol == EditorInput {
///       init() { self.init(declaredProtocol: Protocol.self) }
///     }
///
/// `Protocol` can be any type: an existential, a composition such as `any (Screen & EditorInput)`, a class, an actor, a
/// struct, an enum, or a function type. In a route's block, write the short name, `View(.editor)` (see
/// ``RouteVocabulary``).
public struct RoutableView<Protocol>: DestinationToken {
  /// The kind of the token's destination.
  public typealias Kind = ViewKind

  /// The requested type.
  public typealias Requested = Protocol

  /// The role of the token.
  @inlinable
  public var role: TokenRole { .view }

  /// The name part of the registry's key.
  @_documentation(visibility: internal)
  public var keyName: KeyName

  /// Declares a protocol routable, in an `init()` of your own (see ``RoutableView``).
  ///
  /// - Parameters:
  ///   - declaredProtocol: The protocol, written as `Protocol.self`.
  ///   - mark: Omit this parameter. It prevents suggestions for misspelled names.
  @inlinable
  public init(declaredProtocol: Protocol.Type, _ mark: Void = ()) { keyName = .none }

  /// Unavailable unless the protocol's module declares it.
  @available(
    *, unavailable,
    message:
      "this type is not declared routable as a view without a name, or its init() is not public and another module declares it. Write its name, as in View(.editor), or declare it with: extension RoutableView where Protocol == … { init() { self.init(declaredProtocol: Protocol.self) } }"
  )
  public init() { keyName = .none }
}

/// The token for the configuration of a view's route, by its interface.
///
/// The module that owns a protocol declares a name for it, as for ``RoutableView``, or an `init()`:
///
///     extension RoutableViewModule where Protocol == EditorModuleConfig {
///       init() { self.init(declaredProtocol: Protocol.self) }
///     }
///
/// `Protocol` can be any type, as in ``RoutableView``. In a route's block, write the short name,
/// `ViewModule(.editorModule)` (see ``RouteVocabulary``).
public struct RoutableViewModule<Protocol>: ModuleToken {
  /// The kind of the token's destination.
  public typealias Kind = ViewKind

  /// The requested type.
  public typealias Requested = Protocol

  /// The role of the token.
  @inlinable
  public var role: TokenRole { .viewModule }

  /// The name part of the registry's key.
  @_documentation(visibility: internal)
  public var keyName: KeyName

  /// Declares a protocol routable, in an `init()` of your own (see ``RoutableViewModule``).
  ///
  /// - Parameters:
  ///   - declaredProtocol: The protocol, written as `Protocol.self`.
  ///   - mark: Omit this parameter. It prevents suggestions for misspelled names.
  @inlinable
  public init(declaredProtocol: Protocol.Type, _ mark: Void = ()) { keyName = .none }

  /// Unavailable unless the protocol's module declares it.
  @available(
    *, unavailable,
    message:
      "this type is not declared routable as a view's configuration without a name, or its init() is not public and another module declares it. Write its name, as in ViewModule(.editorSettings), or declare it with: extension RoutableViewModule where Protocol == … { init() { self.init(declaredProtocol: Protocol.self) } }"
  )
  public init() { keyName = .none }
}

/// The token for a collection of views that modules contribute.
///
/// The module that owns the collection declares it once, and any module contributes to it (``Contributes``):
///
///     extension RoutableViews<any SettingsPane> { static var settingsPanes: Self { declared() } }
///
/// Request a collection as an array with all views in order, as a dictionary of views with a key, or as a router that
/// creates views later, ``ViewContributions``. A parameter of a route's initializer can have any of these types. A
/// collection without contributions is empty. `Protocol` can be any type.
public struct RoutableViews<Protocol>: CollectionToken {
  /// The kind of the token's destinations.
  public typealias Kind = ViewKind

  /// The type of each view.
  public typealias Requested = Protocol

  /// The token for one view of the same type.
  public typealias Single = RoutableView<Protocol>

  /// The role of the token.
  @inlinable
  public var role: TokenRole { .views }

  /// The name part of the registry's key.
  @_documentation(visibility: internal)
  public var keyName: KeyName

  /// Declares a collection, in an `init()` of your own, or by a name with ``Routable/declared(_:)``.
  ///
  /// - Parameters:
  ///   - declaredProtocol: The protocol, written as `Protocol.self`.
  ///   - mark: Omit this parameter. It prevents suggestions for misspelled names.
  @inlinable
  public init(declaredProtocol: Protocol.Type, _ mark: Void = ()) { keyName = .none }

  /// Unavailable unless the protocol's module declares it.
  @available(
    *, unavailable,
    message:
      "this type is not declared routable as a collection of views without a name, or its init() is not public and another module declares it. Write its name, as in Views(.panes), or declare it with: extension RoutableViews where Protocol == … { init() { self.init(declaredProtocol: Protocol.self) } }"
  )
  public init() { keyName = .none }
}
