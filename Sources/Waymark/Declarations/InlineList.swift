/// A list that keeps its first element in place: most routes have one token, and most overrides one route.
@usableFromInline
struct InlineList<Element>: RandomAccessCollection {
  private var head: Element?
  private var others: [Element] = []

  @usableFromInline
  init() {}

  @usableFromInline
  init(_ element: Element) { head = element }

  @usableFromInline
  init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  @usableFromInline var startIndex: Int { 0 }
  @usableFromInline var endIndex: Int { head == nil ? 0 : others.count + 1 }

  @usableFromInline
  subscript(index: Int) -> Element {
    if index == 0, let head { return head }
    return others[index - 1]
  }

  mutating func append(_ element: Element) {
    if head == nil { head = element } else { others.append(element) }
  }

  mutating func append(contentsOf elements: Self) {
    guard !isEmpty else { return self = elements }
    for element in elements { others.append(element) }
  }
}

extension InlineList: Sendable where Element: Sendable {}
