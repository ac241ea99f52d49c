import Testing

@testable import WaymarkCore

@Suite("Pending instances of a start")
struct PendingInstancesTests {
  private final class Instance {}

  @Test(arguments: [0, 1, 9])
  func `the first object of a slot stays`(slot: Int) {
    let (first, second) = (Instance(), Instance())
    var pending = PendingInstances(count: 2)
    #expect(pending[slot].map(ObjectIdentifier.init) == nil)
    let kept = [pending.keep(first, in: slot), pending.keep(second, in: slot)].map(ObjectIdentifier.init)
    #expect(kept == [ObjectIdentifier(first), ObjectIdentifier(first)])
    #expect(pending[slot].map(ObjectIdentifier.init) == ObjectIdentifier(first))
    #expect(pending.objects.compactMap(\.self).count == 1)
    let taken = [pending.take(slot), pending.take(slot), pending.take(10)].map {
      $0.map(ObjectIdentifier.init)
    }
    #expect(taken == [ObjectIdentifier(first), nil, nil] && pending[slot] == nil)
  }
}
