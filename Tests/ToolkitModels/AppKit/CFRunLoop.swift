// The observers of the main run loop, which belong to Core Foundation. AppKit exports them.

/// https://developer.apple.com/documentation/corefoundation/cfindex
public typealias CFIndex = Int
/// https://developer.apple.com/documentation/corefoundation/cfoptionflags
public typealias CFOptionFlags = UInt
/// https://developer.apple.com/documentation/corefoundation/cfallocator
public final class CFAllocator: Sendable {}

/// https://developer.apple.com/documentation/corefoundation/cfrunloop
public final class CFRunLoop: Sendable {
  fileprivate static let main = CFRunLoop()
  @MainActor fileprivate static var observers: [CFRunLoopObserver] = []

  /// Lets the main run loop, which has done its work, wait for more. This isn't a part of AppKit.
  @MainActor public static func modelledWait() {
    for observer in observers where observer.isValid && !observer.isFiring {
      // An observer isn't called again by a loop that it has started itself.
      observer.isFiring = true
      observer.block(observer, .beforeWaiting)
      observer.isFiring = false
    }
  }
  /// The number of observers of the main run loop. This isn't a part of AppKit.
  @MainActor public static var modelledObserverCount: Int { observers.count }
}

/// https://developer.apple.com/documentation/corefoundation/cfrunloopmode
public struct CFRunLoopMode: Hashable, Sendable {
  /// https://developer.apple.com/documentation/corefoundation/cfrunloopmode/commonmodes
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  public static let commonModes: CFRunLoopMode! = CFRunLoopMode()
}

/// https://developer.apple.com/documentation/corefoundation/cfrunloopactivity
public struct CFRunLoopActivity: OptionSet, Sendable {
  public let rawValue: CFOptionFlags
  public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }
  /// https://developer.apple.com/documentation/corefoundation/cfrunloopactivity/beforewaiting
  public static let beforeWaiting = CFRunLoopActivity(rawValue: 1 << 5)
}

/// https://developer.apple.com/documentation/corefoundation/cfrunloopobserver
public final class CFRunLoopObserver {
  fileprivate let block: (CFRunLoopObserver?, CFRunLoopActivity) -> Void
  fileprivate var isValid = true
  fileprivate var isFiring = false

  fileprivate init(_ block: @escaping (CFRunLoopObserver?, CFRunLoopActivity) -> Void) { self.block = block }
}

/// https://developer.apple.com/documentation/corefoundation/cfrunloopgetmain()
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
public func CFRunLoopGetMain() -> CFRunLoop! { CFRunLoop.main }

/// https://developer.apple.com/documentation/corefoundation/cfrunloopobservercreatewithhandler(_:_:_:_:_:)
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
public func CFRunLoopObserverCreateWithHandler(
  _ allocator: CFAllocator!, _ activities: CFOptionFlags, _ repeats: Bool, _ order: CFIndex,
  _ block: ((CFRunLoopObserver?, CFRunLoopActivity) -> Void)!
) -> CFRunLoopObserver! {
  CFRunLoopObserver(block)
}

/// https://developer.apple.com/documentation/corefoundation/cfrunloopaddobserver(_:_:_:)
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
public func CFRunLoopAddObserver(_ rl: CFRunLoop!, _ observer: CFRunLoopObserver!, _ mode: CFRunLoopMode!) {
  nonisolated(unsafe) let observer = observer
  MainActor.assumeIsolated { if let observer { CFRunLoop.observers.append(observer) } }
}

/// https://developer.apple.com/documentation/corefoundation/cfrunloopobserverinvalidate(_:)
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
public func CFRunLoopObserverInvalidate(_ observer: CFRunLoopObserver!) {
  observer?.isValid = false
  nonisolated(unsafe) let observer = observer
  MainActor.assumeIsolated { CFRunLoop.observers.removeAll { $0 === observer } }
}
