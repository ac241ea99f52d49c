public import WaymarkRuntime

/// Data that's computed from declarations or a registry when it's first needed.
///
/// It has one type in each place that stores a part: the stage that computes the part also reads it. The place stands
/// in an earlier stage, which doesn't know the type.
@usableFromInline
package class LazyPart: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): this class has no properties, and its only subclass has a `let` of a `Sendable` type.

  fileprivate init() {}

  /// Returns a part with data.
  package static func computed(_ value: some Sendable) -> LazyPart { ComputedPart(value) }

  /// Returns the data.
  ///
  /// - Parameter type: The type of the data in this place.
  @inlinable
  package func value<Value: Sendable>(as type: Value.Type) -> Value {
    knownDowncast(self, to: ComputedPart<Value>.self).value
  }
}

/// A part with its data.
@usableFromInline
final class ComputedPart<Value: Sendable>: LazyPart, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the only property is a `let` of a `Sendable` type.

  @usableFromInline let value: Value

  init(_ value: Value) { self.value = value }
}

extension OnceReference where Object == LazyPart {
  /// Returns the data of a place, computed if nothing has done that yet.
  package borrowing func value<Value: Sendable>(_ compute: () -> Value) -> Value {
    (unretained?.object ?? set(.computed(compute()))).value(as: Value.self)
  }
}
