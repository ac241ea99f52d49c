// The parts of Core Foundation that Foundation exports on Apple's platforms only.

/// https://developer.apple.com/documentation/corefoundation/cfoptionflags
public typealias CFOptionFlags = UInt
/// https://developer.apple.com/documentation/corefoundation/cfindex
public typealias CFIndex = Int
/// https://developer.apple.com/documentation/corefoundation/cfallocator
public final class CFAllocator {}

/// https://developer.apple.com/documentation/corefoundation/cfrunloopactivity
public struct CFRunLoopActivity: OptionSet, Sendable {
  public let rawValue: CFOptionFlags
  public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }
  public static let beforeWaiting = Self(rawValue: 1 << 5)
}

/// https://developer.apple.com/documentation/corefoundation/cfrunloopmode
public struct CFRunLoopMode: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let commonModes = Self(rawValue: "kCFRunLoopCommonModes")
}

/// https://developer.apple.com/documentation/corefoundation/cfrunloopobserver
public final class CFRunLoopObserver {
  let activities: CFRunLoopActivity
  var isValid = true
  var isFiring = false
  let block: (CFRunLoopObserver?, CFRunLoopActivity) -> Void

  init(_ activities: CFOptionFlags, _ block: @escaping (CFRunLoopObserver?, CFRunLoopActivity) -> Void) {
    self.activities = CFRunLoopActivity(rawValue: activities)
    self.block = block
  }
}

/// https://developer.apple.com/documentation/corefoundation/cfrunloop
public final class CFRunLoop {
  // Only the thread of the tests, the main one, uses it.
  nonisolated(unsafe) static let main = CFRunLoop()
  var observers: [CFRunLoopObserver] = []

  /// Ends a turn of the main run loop, which has nothing more to do then.
  ///
  /// This isn't a part of UIKit or AppKit.
  @MainActor public static func modelTurn() {
    RunLoop.main.performBlocks()
    let waiting = main.observers.filter { $0.activities.contains(.beforeWaiting) }
    for observer in waiting where observer.isValid && !observer.isFiring {
      // An observer isn't called again by a loop that it has started itself.
      observer.isFiring = true
      observer.block(observer, .beforeWaiting)
      observer.isFiring = false
    }
  }

  /// The number of observers of the main run loop. This isn't a part of UIKit or AppKit.
  @MainActor public static var modelObserverCount: Int { main.observers.count }
}

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// https://developer.apple.com/documentation/corefoundation/cfrunloopgetmain()
public func CFRunLoopGetMain() -> CFRunLoop! { .main }

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// https://developer.apple.com/documentation/corefoundation/cfrunloopobservercreatewithhandler(_:_:_:_:_:)
public func CFRunLoopObserverCreateWithHandler(
  _ allocator: CFAllocator!, _ activities: CFOptionFlags, _ repeats: Bool, _ order: CFIndex,
  _ block: ((CFRunLoopObserver?, CFRunLoopActivity) -> Void)!
) -> CFRunLoopObserver! {
  precondition(repeats, "The model has only observers that repeat")
  return CFRunLoopObserver(activities, block)
}

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// https://developer.apple.com/documentation/corefoundation/cfrunloopaddobserver(_:_:_:)
public func CFRunLoopAddObserver(_ rl: CFRunLoop!, _ observer: CFRunLoopObserver!, _ mode: CFRunLoopMode!) {
  rl.observers.append(observer)
}

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// https://developer.apple.com/documentation/corefoundation/cfrunloopobserverinvalidate(_:)
public func CFRunLoopObserverInvalidate(_ observer: CFRunLoopObserver!) {
  observer.isValid = false
  CFRunLoop.main.observers.removeAll { $0 === observer }
}
