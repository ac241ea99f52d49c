import Foundation
import Testing

@testable import WaymarkRuntime

private protocol Named: AnyObject { var name: String { get } }
private protocol Sized {}
private protocol Marked {}

private final class Object: Named, Sized, Marked, @unchecked Sendable {
  let name = "one"
  let released: @Sendable () -> Void
  init(released: @escaping @Sendable () -> Void = {}) { self.released = released }
  deinit { released() }
}

private final class Failure: Error {}
private struct Value: Sized { var number = 7 }

@Suite("Slots of a scope")
struct ScopeStorageTests {
  private func scope(_ count: Int = 2) -> ScopeStorage { ScopeStorage(1, count: count, isExtension: false) }

  private func read<Requested>(_ scope: ScopeStorage, _ index: Int, as type: Requested.Type) -> Requested? {
    var result = InlineValue()
    return scope.copyPinned(at: index, into: &result) ? result.take(as: type) : nil
  }

  // Objective-C objects count references in another way, so nothing is pinned where there can be some.
  #if !_runtime(_ObjC)
    @Test(.enabled(if: FastCalls.areUsed))
    func `a native object is read without the lock, whatever its type in the box`() {
      let (scope, object) = (scope(4), Object())
      _ = scope.publish(ValueBox(object), at: 0)
      _ = scope.publish(ValueBox(object as any Named), at: 1)
      _ = scope.publish(ValueBox(object as any Sized), at: 2)
      _ = scope.publish(ValueBox(object as AnyObject), at: 3)
      scope.withLock {
        #expect(read(scope, 0, as: Object.self) === object)
        #expect(read(scope, 1, as: (any Named).self) === object)
        #expect(read(scope, 2, as: (any Sized).self) as? Object === object)
        #expect(read(scope, 3, as: AnyObject.self) === object)
      }
    }

    @Test(.enabled(if: FastCalls.areUsed))
    func `two slots keep one box, and only the second one is read without the lock`() {
      let scope = scope()
      #expect(scope.publish(ValueBox(Object()), at: 0, and: 1))
      #expect(scope[0] === scope[1] && scope[0] != nil)
      #expect(read(scope, 0, as: Object.self) == nil)
      #expect(read(scope, 1, as: Object.self)?.name == "one")
    }
  #endif

  #if os(macOS) || os(Linux)
    @Test func `an index outside of a scope's slots stops the program`() async {
      await #expect(processExitsWith: .failure) {
        var result = InlineValue()
        _ = ScopeStorage(1, count: 2, isExtension: false).copyPinned(at: 2, into: &result)
      }
      await #expect(processExitsWith: .failure) {
        _ = ScopeStorage(1, count: 2, isExtension: false).publish(ValueBox(Object()), at: 2)
      }
    }
  #endif

  @Test func `the first object stays in its slot`() {
    let (scope, first) = (scope(), ValueBox(Object()))
    #expect(scope.publish(first, at: 0) === first)
    #expect(scope.publish(ValueBox(Object()), at: 0) === first)
    #expect(scope.publish(ValueBox(Object()), at: 0, and: 1))
    #expect(scope[0] === first && scope[1] !== first && scope[1] != nil)
  }

  @Test(.enabled(if: FastCalls.areUsed), arguments: [false, true])
  func `the memory of an instance is kept until the scope is released`(closes: Bool) {
    let object = Object()
    let box = ValueBox(object)
    let before = (_getUnownedRetainCount(object), _getUnownedRetainCount(box))
    var scope: ScopeStorage? = scope()
    _ = scope?.publish(box, at: 0, and: 1)
    if closes {
      _ = scope?.beginClosing()
      scope?.closeSlots()
    }
    #if !_runtime(_ObjC)
      #expect(_getUnownedRetainCount(object) == before.0 + 1 && _getUnownedRetainCount(box) == before.1 + 1)
    #endif
    scope = nil
    #expect(_getUnownedRetainCount(object) == before.0 && _getUnownedRetainCount(box) == before.1)
  }

  @Test func `anything else needs the lock`() {
    let scope = scope(4)
    #expect(read(scope, 0, as: Object.self) == nil, "nothing was published")
    _ = scope.publish(ValueBox(Value() as any Sized), at: 0)
    _ = scope.publish(ValueBox(Object() as any Sized & Marked), at: 1)
    _ = scope.publish(Object(), at: 2)
    _ = scope.publish(ValueBox(Failure() as any Error), at: 3)
    for index in 0..<4 { #expect(read(scope, index, as: Object.self) == nil) }
    // A scope that stops pinning.
    let other = self.scope()
    other.stopPinning()
    let box = ValueBox(Object())
    _ = other.publish(box, at: 0, and: 1)
    #expect(read(other, 1, as: Object.self) == nil && other[1] === box)
    #expect(((scope[0] as? ValueBox)?.value(as: (any Sized).self) as? Value)?.number == 7)
  }

  @Test(arguments: [false, true])
  func `an instance is released when its scope closes or ends`(closes: Bool) async {
    await confirmation("released once") { released in
      var scope: ScopeStorage? = scope()
      _ = scope?.publish(ValueBox(Object { released() }), at: 0, and: 1)
      if closes {
        #expect(scope?.beginClosing() == true)
        scope?.closeSlots()
        #expect(scope.flatMap { read($0, 1, as: Object.self) } == nil)
        #expect(scope?[0] == nil && scope?[1] == nil)
        #expect(scope?.publish(ValueBox(Object()), at: 0) == nil)
      }
      scope = nil
    }
  }

  @Test func `an instance that was taken out isn't found, and the next one is`() {
    let object = Object()
    let before = _getUnownedRetainCount(object)
    var scope: ScopeStorage? = scope()
    _ = scope?.publish(ValueBox(object), at: 0)
    let taken = scope?.take(0) as? ValueBox
    #expect(taken?.value(as: Object.self) === object)
    #expect(scope.flatMap { read($0, 0, as: Object.self) } == nil && scope?[0] == nil)
    let next = ValueBox(Object())
    #expect(scope?.publish(next, at: 0) === next)
    #expect(scope?[0] === next)
    var copy = InlineValue()
    #expect(scope?.copyReference(at: 0, into: &copy) == true)
    #expect(copy.take(as: Object.self) === next.value(as: Object.self))
    scope = nil
    #expect(_getUnownedRetainCount(object) == before, "the scope has released the memory of the first")
  }

  @Test func `an instance is found while somebody else retains it, and not during its deinitialization`() {
    let found = Found()
    let scope = scope()
    var object: Object? = Object { [unowned scope] in
      var copy = InlineValue()
      found.isFound = scope.copyPinned(at: 0, into: &copy)
    }
    if let object { _ = scope.publish(ValueBox(object), at: 0) }
    _ = scope.beginClosing()
    scope.closeSlots()
    #expect(found.isFound == nil, "the test retains it")
    object = nil
    #expect(found.isFound == false)
  }

  private final class Found: @unchecked Sendable {
    // SAFETY (`@unchecked Sendable`): one thread uses it.
    var isFound: Bool?
  }

  @Test func `threads read an instance while another one closes its scope`() async {
    for _ in 0..<200 {
      let scope = scope()
      await confirmation { released in
        _ = scope.publish(ValueBox(Object { released() } as any Named), at: 0, and: 1)
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<3 {
            group.addTask {
              // The processor may have fewer threads than there are tasks.
              while !scope.isClosed {
                for _ in 0..<100 {
                  guard let named = read(scope, 1, as: (any Named).self) else { break }
                  #expect(named.name == "one")
                }
                await Task.yield()
              }
            }
          }
          group.addTask {
            for _ in 0..<3 { await Task.yield() }
            _ = scope.beginClosing()
            scope.closeSlots()
          }
        }
      }
      #expect(read(scope, 1, as: (any Named).self) == nil)
    }
  }
}
