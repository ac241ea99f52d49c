/// Page: swiftui/animation
public struct Animation: Equatable, Sendable {
  private let name: String
  public static let `default` = Animation(name: "default")
  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  public static var spring: Animation { Animation(name: "spring") }
}

/// Page: swiftui/transaction
public struct Transaction: Sendable {
  @TaskLocal static var current = Transaction()

  public init() {}
  public var animation: Animation?
  public var disablesAnimations = false
}

/// Page: swiftui/withtransaction(_:_:)
public func withTransaction<Result>(
  _ transaction: Transaction, _ body: () throws -> Result
) rethrows -> Result {
  try Transaction.$current.withValue(transaction, operation: body)
}

/// Page: swiftui/withanimation(_:_:)
///
/// "This function sets the given Animation as the animation property of the thread's current Transaction", so a task
/// that the closure starts doesn't have it.
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
  var transaction = Transaction.current
  transaction.animation = animation
  return try withTransaction(transaction, body)
}
