/// A destination between its making and its end: an object is held weakly once it is shown, a value until it
/// is removed.
struct HeldDestination<Requested> {
  private var strong: Requested?
  private weak var object: AnyObject?

  /// The destination; nil where there is none, or where the object is gone.
  var current: Requested? { strong ?? (object as? Requested) }

  /// The object itself; nil for a value.
  var currentObject: AnyObject? { object }

  /// Holds a destination.
  mutating func hold(_ destination: Requested) {
    strong = destination
    object = type(of: destination as Any) is AnyObject.Type ? destination as AnyObject : nil
  }

  /// Takes what a preparation has made of the destination, and holds it as before.
  mutating func replace(by destination: Requested) {
    let isLoose = strong == nil
    hold(destination)
    if isLoose { loosen() }
  }

  /// Leaves an object to those who show it.
  mutating func loosen() {
    if object != nil { strong = nil }
  }

  /// Forgets the destination.
  mutating func drop() { self = HeldDestination() }
}
