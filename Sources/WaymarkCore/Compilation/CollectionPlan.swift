/// The contributions to a collection after a compilation.
struct CollectionPlan {
  /// A contribution of this compilation or of the base.
  struct Element {
    enum Source {
      case declared(ordinal: Int, Contribution)
      /// The contribution at this position in the base.
      case base(Int)
    }

    let source: Source
    let route: RouteDeclaration
    let key: String?
    /// The order in the collection, which a replacement takes from the contribution that it replaces.
    var order: Int
    var condition: ProfileCondition?
    /// The route with the replaced contribution.
    var replaced: RouteDeclaration?

    var isInProfile: Bool { condition != nil }
    /// The ordinal of the route, or nil for a contribution of the base.
    var ordinal: Int? { if case .declared(let ordinal, _) = source { ordinal } else { nil } }
  }

  let token: TokenDescription
  private(set) var elements: [Element]
  /// The contributions with a key that an earlier contribution has.
  private(set) var repeated: [(element: Element, first: Element)] = []
  /// Whether the profile replaces contributions of this compilation.
  private(set) var hasReplacedByProfile = false

  var ordinals: [Int] { elements.compactMap(\.ordinal) }

  /// Returns the plans of the collections that declarations change.
  static func all(
    of routes: InlineList<Program.DeclaredRoute>, _ replacements: [Program.DeclaredReplacement],
    _ traits: Program.Traits, _ mode: Program.Mode, _ base: Snapshot?
  ) -> [CollectionPlan] {
    guard traits.contains(.contributions) else { return [] }
    var tokens: [TokenDescription] = []
    var elements: [TokenKey: [Element]] = [:]
    for route in routes {
      for contribution in route.declaration.contributions {
        let element = Element(
          source: .declared(ordinal: route.ordinal, contribution), route: route.declaration,
          key: contribution.key, order: contribution.order, condition: route.condition)
        if elements[contribution.token.key] == nil { tokens.append(contribution.token) }
        elements[contribution.token.key, default: []].append(element)
      }
    }
    for replacement in replacements where elements[replacement.declaration.token.key] == nil {
      tokens.append(replacement.declaration.token)
      elements[replacement.declaration.token.key] = []
    }
    return tokens.map { token in
      let removed = replacements.filter { $0.declaration.token == token }
      let isReplaced = mode == .overriding && !removed.isEmpty
      var plan = CollectionPlan(token: token, elements: isReplaced ? [] : base.elements(of: token.key))
      let all = elements[token.key] ?? []
      let outside = all.filter { !$0.isInProfile }
      mode == .overriding ? plan.replace(by: outside) : plan.add(outside)
      if removed.contains(where: \.isInProfile) {
        plan.hasReplacedByProfile = !plan.elements.isEmpty
        plan.elements = []
      }
      plan.replaceInProfile(by: all.filter(\.isInProfile), isOverriding: mode == .overriding)
      return plan
    }
  }

  private init(token: TokenDescription, elements: [Element]) {
    self.token = token
    self.elements = elements
  }

  private mutating func add(_ added: [Element]) {
    var first = keys
    for element in added {
      if let key = element.key {
        if let first = first[key] { repeated.append((element, first)) }
        first[key] = first[key] ?? element
      }
      elements.append(element)
    }
    elements = elements.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
      .map(\.element)
  }

  /// Replaces contributions with the same key in their places, and appends the other contributions.
  private mutating func replace(by new: [Element]) {
    var first: [String: Element] = [:]
    let positions = Dictionary(
      elements.enumerated().compactMap { index, element in element.key.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    var last: [Element] = []
    for element in new {
      if let key = element.key {
        if let first = first[key] { repeated.append((element, first)) }
        first[key] = first[key] ?? element
        if let index = positions[key] {
          put(element, at: index)
          continue
        }
      }
      last.append(element)
    }
    let end = elements.last?.order
    for (_, element) in last.enumerated().sorted(by: {
      ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
    }) {
      var element = element
      // Keep the list ascending for later contributions.
      element.order = max(element.order, end ?? element.order)
      elements.append(element)
    }
  }

  /// Replaces contributions outside of the profile that have the same key, and adds the other contributions.
  private mutating func replaceInProfile(by new: [Element], isOverriding: Bool) {
    guard !new.isEmpty, !isOverriding else { return replace(by: new) }
    let positions = Dictionary(
      elements.enumerated().compactMap { index, element in
        element.ordinal == nil ? nil : element.key.map { ($0, index) }
      }, uniquingKeysWith: { first, _ in first })
    var added: [Element] = []
    var seen: Set<String> = []
    for element in new {
      if let key = element.key, let index = positions[key], seen.insert(key).inserted {
        put(element, at: index)
        hasReplacedByProfile = true
      } else {
        added.append(element)
      }
    }
    add(added)
  }

  private mutating func put(_ element: Element, at index: Int) {
    var element = element
    element.order = elements[index].order
    element.replaced = elements[index].route
    elements[index] = element
  }

  private var keys: [String: Element] {
    Dictionary(
      elements.compactMap { element in element.key.map { ($0, element) } },
      uniquingKeysWith: { first, _ in first })
  }
}

extension Snapshot? {
  fileprivate func elements(of key: TokenKey) -> [CollectionPlan.Element] {
    self?.layer.collection(for: key)?.members.enumerated().map { index, member in
      CollectionPlan.Element(
        source: .base(index), route: member.provider.route.declaration, key: member.key, order: member.order)
    } ?? []
  }
}
