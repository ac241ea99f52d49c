/// Takes an object in a way that the optimiser cannot see through, so that it is really made.
@inline(never)
@_optimize(none)
public func keep(_ object: AnyObject) {}

/// A value whose type the optimiser has forgotten.
@inline(never)
@_optimize(none)
public func opaque(_ object: AnyObject) -> Any { object }

/// The same for a value.
@inline(never)
@_optimize(none)
package func keepValue<Value>(_ value: Value) {}
