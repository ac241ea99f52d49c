public struct ExistentialConversion: Sendable {
  package init?(from type: Any.Type, to requested: Any.Type, using index: ConformanceIndex?) { return nil }
  @inlinable public func convert<D, R>(_ value: __owned D, to: R.Type) -> R { value as! R }
}
package enum ObjectIdentity {
  package static func isSame<A, B>(_ a: A, _ b: B) -> Bool {
    guard type(of: a as Any) is AnyObject.Type, type(of: b as Any) is AnyObject.Type else { return false }
    return (a as AnyObject) === (b as AnyObject)
  }
}
