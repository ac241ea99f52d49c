/// Takes an object in a way the optimizer can't see through, so that the object is really made.
@inline(never)
@_optimize(none)
public func keep(_ object: AnyObject) {}

/// Takes a value in the same way.
@inline(never)
@_optimize(none)
package func keepValue<Value>(_ value: Value) {}
