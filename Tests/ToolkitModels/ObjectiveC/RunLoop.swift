/// The main run loop, which takes the place of Foundation's in the modules that import this one. A test's main thread
/// doesn't run one.
///
/// https://developer.apple.com/documentation/foundation/runloop
@MainActor public final class RunLoop {
  public struct Mode: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let common = Self(rawValue: "kCFRunLoopCommonModes")
  }

  public static let main = RunLoop()
  private var blocks: [@Sendable () -> Void] = []

  public func perform(inModes modes: [RunLoop.Mode], block: @escaping @Sendable () -> Void) {
    precondition(modes == [.common], "The model has only blocks for the common modes")
    blocks.append(block)
  }

  /// Performs the blocks, outside of the main queue. A loop that one of them runs performs only later ones.
  func performBlocks() {
    let performed = blocks
    blocks = []
    for block in performed { block() }
  }
}
