@_exported public import Foundation

/// The name of a method: https://developer.apple.com/documentation/objectivec/selector
public struct Selector: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  public let description: String

  public init(_ str: String) { description = str }
  public init(stringLiteral value: String) { description = value }
}

/// Objective-C's root class, which takes the place of Foundation's in the modules that import this one.
///
/// https://developer.apple.com/documentation/objectivec/nsobject-swift.class
open class NSObject: Foundation.NSObject {
  public override init() { super.init() }

  /// Returns whether the object has a method. The model knows only the methods that an override names.
  ///
  /// https://developer.apple.com/documentation/objectivec/nsobjectprotocol/responds(to:)
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open func responds(to aSelector: Selector!) -> Bool { false }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open func forwardingTarget(for aSelector: Selector!) -> Any? { nil }
}

/// https://developer.apple.com/documentation/objectivec/nsobjectprotocol
extension NSObjectProtocol {
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  public func responds(to aSelector: Selector!) -> Bool {
    (self as? ObjectiveC.NSObject)?.responds(to: aSelector) ?? false
  }

  /// Returns the object that gets a message if this object has no method for it.
  ///
  /// The default implementation of an optional requirement stands for a missing method, and sends its message there.
  /// This isn't a part of ObjectiveC.
  public func modelledTarget(for selector: Selector) -> Any? {
    (self as? ObjectiveC.NSObject)?.forwardingTarget(for: selector)
  }
}
