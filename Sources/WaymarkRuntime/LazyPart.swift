/// Data that a later stage computes from declarations or a registry on first use.
///
/// Each place that stores a part uses one type. The same stage computes and reads it. The place is in an earlier stage,
/// which doesn't know the type.
open class LazyPart: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): this class has no properties, and its subclasses have `let`s of `Sendable` types.

  /// Creates a part.
  public init() {}

  /// Returns the data, as its type in this place.
  package func value<Value: Sendable>(as type: Value.Type) -> Value {
    knownDowncast(self, to: ComputedPart<Value>.self).value
  }
}

/// A part with its data.
final class ComputedPart<Value: Sendable>: LazyPart, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the only property is a `let` of a `Sendable` type.

  let value: Value

  init(_ value: Value) { self.value = value }
}

extension OnceReference where Object == LazyPart {
  /// Returns the data of a place, computing it if needed.
  package borrowing func value<Value: Sendable>(_ compute: () -> Value) -> Value {
    (unretained?.object ?? set(ComputedPart(compute()))).value(as: Value.self)
  }
}
