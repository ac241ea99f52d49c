/// The instances of a registry or a scope with a life cycle, and the ones that need such an instance, as numbers.
final class LifecycleShape: Sendable, Hashable {
  struct Traits: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    /// Only a start creates the instance: it has an asynchronous factory or `Starting`.
    static let startsItself = Traits(rawValue: 1)
    /// `start()` leaves the instance alone, unless another one needs it.
    static let onDemand = Traits(rawValue: 2)
    /// `start()` creates the instance, because it's started or eager.
    static let eager = Traits(rawValue: 4)
    /// The instance has an operation that stops it.
    static let stops = Traits(rawValue: 8)
    /// The instance waits for a start: its own one, or the one of an instance that it needs, as the shape finds out.
    static let waits = Traits(rawValue: 16)
    /// The start creates the instance, for itself or for another one, as the shape finds out.
    static let inStart = Traits(rawValue: 32)
    /// The start creates the instance, or an instance that needs it, as the shape finds out.
    static let isNeeded = Traits(rawValue: 64)
    /// The instance has a life cycle, or needs an instance with one, as the shape finds out.
    static let tracked = Traits(rawValue: 128)
  }

  let traits: [Traits]
  /// The nodes that each node needs, without cycles, and the inverse.
  let needs: IndexLists
  let users: IndexLists
  /// The nodes that `start()` creates, and the ones that these need.
  let ofStart: [Int]

  var count: Int { traits.count }

  /// Creates a shape from nodes in an order in which each one comes after its needs.
  init(_ needs: IndexLists, _ own: [Traits]) {
    self.needs = needs
    users = IndexLists(inverting: needs)
    var traits = own
    for node in own.indices {
      for need in needs[node] { traits[node].formUnion(traits[need].intersection([.waits, .tracked])) }
    }
    for node in own.indices.reversed() {
      let startsItself = !own[node].isDisjoint(with: [.startsItself, .eager])
      if startsItself, traits[node].contains(.isNeeded) || !own[node].contains(.onDemand) {
        traits[node].formUnion([.inStart, .isNeeded])
      }
      guard traits[node].contains(.isNeeded) else { continue }
      for need in needs[node] { traits[need].insert(.isNeeded) }
    }
    self.traits = traits
    ofStart = own.indices.filter { traits[$0].contains(.isNeeded) }
  }

  static func == (left: LifecycleShape, right: LifecycleShape) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
