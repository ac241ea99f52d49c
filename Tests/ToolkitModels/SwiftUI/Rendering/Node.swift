/// A place in the hierarchy of views, which keeps the state of the view that is drawn there.
@MainActor final class Node {
  /// The type of the view that was drawn here last.
  private let type: ObjectIdentifier
  /// The number of the pass that drew it last.
  private var pass = 0
  private(set) var children: [AnyHashable: Node] = [:]
  /// The storage of the view's states, by the order of its properties.
  var states: [Int: AnyObject] = [:]
  /// The environment of the view.
  let environment = EnvironmentPlace()
  /// The view controller of a representable view.
  var controller: AnyObject?
  /// The elements of a navigation stack's path that were drawn last.
  var drawnPath: [AnyHashable]?
  /// The task of a `task` modifier.
  var task: Task<Void, Never>?
  /// The value that an `onChange` modifier has seen last.
  var observedValue: Any?

  init(_ type: ObjectIdentifier) { self.type = type }

  /// Returns the place of a child, with its state if a view of the same type was drawn there before.
  func child(_ key: AnyHashable, _ type: Any.Type, pass: Int) -> Node {
    let type = ObjectIdentifier(type)
    let child: Node
    if let old = children[key], old.type == type {
      child = old
    } else {
      child = Node(type)
      children[key] = child
    }
    child.pass = pass
    return child
  }

  /// Forgets the places that a pass hasn't drawn, and with them the state of their views.
  func sweep(_ pass: Int) {
    children = children.filter { $0.value.pass == pass }
    for child in children.values { child.sweep(pass) }
  }
}
