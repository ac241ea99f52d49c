// The part of Dispatch that the library uses.

open class DispatchQueue: @unchecked Sendable {
  public static let main = DispatchQueue()
  public func sync<Result>(execute work: () throws -> Result) rethrows -> Result { try work() }
  public func setSpecific<Value>(key: DispatchSpecificKey<Value>, value: Value?) {}
  public class func getSpecific<Value>(key: DispatchSpecificKey<Value>) -> Value? { nil }
}

public final class DispatchSpecificKey<Value>: @unchecked Sendable {
  public init() {}
}
