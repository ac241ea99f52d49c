/// The type in the compiler's message about a name of a token that doesn't exist.
///
/// For a misspelled name, or one from a target that the file doesn't import, the compiler says "type 'DeclaredName' has
/// no member 'stroe'". Without it, the compiler would try to find out which token is meant, and fail with "generic
/// parameter 'Requested' could not be inferred". An extension of ``RoutableService``, ``RoutableView``, or another
/// token declares a name.
@_documentation(visibility: internal)
public struct DeclaredName: Sendable { let never: Never }

/// The root of key paths, which aren't names.
@_documentation(visibility: internal)
@dynamicMemberLookup
public enum KeyPathsAreNoNames: Sendable {
  /// Every member, so that the compiler reports the key path itself.
  @_documentation(visibility: internal)
  public subscript(dynamicMember name: String) -> Never { switch self {} }
}

// Functions that nothing can call, because `DeclaredName` has no values. Of the functions that a wrong name doesn't
// match, the compiler reports the one that leaves nothing to infer.

@_documentation(visibility: internal)
extension Routed {
  /// Stands for the injection by a name that doesn't exist, into a property with a type.
  public init(_ name: DeclaredName, fileID: StaticString = #fileID, line: Int = #line)
  where Token == RoutableService<Value> { switch name.never {} }

  /// Stands for the injection by a name that doesn't exist, into a property without a type.
  public init(_ name: DeclaredName, fileID: StaticString = #fileID, line: Int = #line)
  where Token == RoutableService<Never>, Value == Never { switch name.never {} }

  /// Rejects a key path in place of a name, for a property with a type.
  @available(*, unavailable, message: "write the name without a backslash, as in @Routed(.store)")
  @_disfavoredOverload
  public init(
    _ path: KeyPath<KeyPathsAreNoNames, Never>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableService<Value> { preconditionFailure() }

  /// Rejects a key path in place of a name, for a property without a type.
  @available(*, unavailable, message: "write the name without a backslash, as in @Routed(.store)")
  @_disfavoredOverload
  public init(
    _ path: KeyPath<KeyPathsAreNoNames, Never>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableService<Never>, Value == Never { preconditionFailure() }
}

@_documentation(visibility: internal)
extension Registry {
  /// Stands for a request of a name that doesn't exist.
  @_disfavoredOverload
  public func callAsFunction(_ name: DeclaredName) -> Never { name.never }

  /// Stands for a request of a name that doesn't exist.
  @_disfavoredOverload
  public func makeDestination(to name: DeclaredName) -> Never { name.never }

  /// Stands for a request of a collection with a name that doesn't exist.
  @_disfavoredOverload
  public func makeDestinations(of name: DeclaredName) -> Never { name.never }

  /// Stands for a router to a name that doesn't exist.
  @_disfavoredOverload
  public func router(to name: DeclaredName) -> Never { name.never }
}

extension Resolver {
  /// Stands for a request of a name that doesn't exist.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  public func callAsFunction(_ name: DeclaredName) -> Never { name.never }
}

@_documentation(visibility: internal)
extension Router {
  /// Stands for a request of a name that doesn't exist.
  @_disfavoredOverload
  public static func makeDestination(to name: DeclaredName) -> Never { name.never }

  /// Stands for a router to a name that doesn't exist.
  @_disfavoredOverload
  public static func to(_ name: DeclaredName) -> Never { name.never }
}

extension TokenList {
  /// Stands for an entry with a name that doesn't exist.
  @_documentation(visibility: internal)
  public init(_ name: DeclaredName) { switch name.never {} }
}

extension Contributes where Token == RoutableServices<Never> {
  /// Stands for a contribution to a name that doesn't exist.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  public init(to name: DeclaredName, as key: String? = nil, order: Int = 0) { switch name.never {} }
}
