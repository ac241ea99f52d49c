/// A list that derived registries append to without copying the elements of their bases.
///
/// A new part absorbs parts that aren't at least twice its size, so there are at most log₂ n parts, as with the
/// layers of an image.
final class LayeredList<Element: Sendable>: Sendable {
  private let own: [Element]
  let below: LayeredList?

  private init(_ own: [Element], below: LayeredList?) {
    self.own = own
    self.below = below
  }

  /// Returns a list with more elements at its end, or the same list if there are none to add.
  static func adding(_ elements: [Element], to base: LayeredList?) -> LayeredList? {
    guard !elements.isEmpty else { return base }
    var own = elements
    var below = base
    while let next = below, next.own.count < 2 * own.count {
      own = next.own + own
      below = next.below
    }
    return LayeredList(own, below: below)
  }

  /// All elements, oldest first, in linear time.
  var elements: [Element] {
    sequence(first: self) { $0.below }.map(\.own).reversed().flatMap(\.self)
  }
}
