import WaymarkCore

/// A destination between its creation and its removal.
///
/// An object is held weakly once it's shown. A value is stored until it's removed.
struct HeldDestination<Requested> {
  private var strong: Requested?
  private weak var object: AnyObject?

  /// The destination, or nil if there's none or the object no longer exists.
  var current: Requested? {
    if let strong { return strong }
    // Casting the optional itself to `Any` would succeed without an object.
    guard let object else { return nil }
    return object as? Requested
  }

  /// The object, or nil for a value.
  var currentObject: AnyObject? { object }

  /// Holds a destination strongly.
  mutating func hold(_ destination: Requested) {
    strong = destination
    object = type(of: destination as Any) is AnyObject.Type ? destination as AnyObject : nil
  }

  /// Replaces the destination by the result of a preparation, held as strongly as before.
  mutating func replace(by destination: Requested) {
    let isLoose = strong == nil
    hold(destination)
    if isLoose { loosen() }
  }

  /// Releases the strong reference to an object, which its presenter retains from now on.
  mutating func loosen() {
    if object != nil { strong = nil }
  }

  /// The same object, held weakly; nothing if it's a value.
  var weakened: HeldDestination {
    var weakened = self
    weakened.strong = nil
    return weakened
  }

  /// Releases the destination.
  mutating func drop() { self = HeldDestination() }
}
