/// A list with an inline first element, because most routes have one token and most overrides one route.
package struct InlineList<Element>: RandomAccessCollection {
  package struct Iterator: IteratorProtocol {
    private var head: Element?
    private var others: Array<Element>.Iterator

    fileprivate init(_ list: InlineList) {
      head = list.head
      others = list.others.makeIterator()
    }

    package mutating func next() -> Element? {
      guard let element = head else { return others.next() }
      head = nil
      return element
    }
  }

  private var head: Element?
  private var others: [Element] = []

  init() {}

  package init(_ element: Element) { head = element }

  init(_ elements: [Element]) {
    head = elements.first
    others = Array(elements.dropFirst())
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { head == nil ? 0 : others.count + 1 }

  // The default implementation of a collection computes the distance between two indices.
  package var count: Int { endIndex }

  package subscript(index: Int) -> Element {
    if index == 0, let head { return head }
    return others[index - 1]
  }

  package func makeIterator() -> Iterator { Iterator(self) }

  mutating func reserveCapacity(_ count: Int) { if count > 1 { others.reserveCapacity(count - 1) } }

  mutating func append(_ element: Element) {
    if head == nil { head = element } else { others.append(element) }
  }

  mutating func append(contentsOf elements: Self) {
    guard head != nil else { return self = elements }
    if let head = elements.head { others.append(head) }
    others += elements.others
  }
}

extension InlineList: Sendable where Element: Sendable {}
