package import WaymarkCore

// Alternatives to the services of the small application, and a reference that keeps nothing.

package struct FixedTime: TimeSource {
  package let now: Int
  package init(now: Int) { self.now = now }
}

package final class OtherStore: NoteStore {
  package let name = "other"
  package init() {}
}

extension RoutableService<OtherStore> { package init() { self.init(declaredProtocol: Protocol.self) } }

package struct Weak {
  package weak var object: AnyObject?
  package init(object: AnyObject?) { self.object = object }
}
