/// The contributions to a collection after linking.
struct CollectionPlan {
  /// A contribution of a linked route or of the image below.
  struct Element {
    enum Source {
      case declared(ordinal: Int, Contribution)
      /// The contribution at this position in the image below.
      case below(Int)
    }

    let source: Source
    let route: RouteDeclaration
    let key: String?
    /// The order in the collection, which a replacement takes from the contribution that it replaces.
    var order: Int
    var condition: ProfileCondition?
    /// The route with the replaced contribution.
    var replaced: RouteDeclaration?

    /// The ordinal of the route, or nil for a contribution of the image below.
    var ordinal: Int? { if case .declared(let ordinal, _) = source { ordinal } else { nil } }
  }

  let token: TokenDescription
  private(set) var elements: [Element]
  /// The contributions with a key that an earlier contribution has.
  private(set) var repeated: [(element: Element, first: Element)] = []

  var ordinals: [Int] { elements.compactMap(\.ordinal) }

  /// Returns the plans of the collections that declarations change.
  ///
  /// - Parameter base: The image of an extension's base, whose contributions a profile doesn't replace.
  static func all(
    of part: LinkedPart, onto below: RegistryImage?, isReplacing: Bool, isOverride: Bool,
    _ base: RegistryImage?
  ) -> [CollectionPlan] {
    var tokens: [TokenDescription] = []
    var elements: [TokenKey: [Element]] = [:]
    for route in part.routes {
      for contribution in route.declaration.contributions {
        let element = Element(
          source: .declared(ordinal: route.ordinal, contribution), route: route.declaration,
          key: contribution.key, order: contribution.order, condition: route.condition)
        if elements[contribution.token.key] == nil { tokens.append(contribution.token) }
        elements[contribution.token.key, default: []].append(element)
      }
    }
    for replacement in part.replacements where elements[replacement.declaration.token.key] == nil {
      tokens.append(replacement.declaration.token)
      elements[replacement.declaration.token.key] = []
    }
    return tokens.map { token in
      let isEmptied = isReplacing && part.replacements.contains { $0.declaration.token == token }
      let inBase = isReplacing && !isOverride ? base?.collection(for: token.key) : nil
      let kept = Set(inBase?.members.map { ObjectIdentifier($0.provider.route.declaration) } ?? [])
      var known = below?.collection(for: token.key)?.elements ?? []
      if isEmptied { known.removeAll { !kept.contains(ObjectIdentifier($0.route)) } }
      var plan = CollectionPlan(token: token, elements: known)
      let new = elements[token.key] ?? []
      switch (isReplacing, isOverride) {
      case (false, _): plan.add(new)
      case (true, true): plan.replace(by: new)
      case (true, false): plan.replaceInProfile(by: new, except: kept)
      }
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

  /// Replaces contributions that have the same key, except those of an extension's base, and adds the others.
  private mutating func replaceInProfile(by new: [Element], except kept: Set<ObjectIdentifier>) {
    let positions = Dictionary(
      elements.enumerated().compactMap { index, element in
        kept.contains(ObjectIdentifier(element.route)) ? nil : element.key.map { ($0, index) }
      }, uniquingKeysWith: { first, _ in first })
    var added: [Element] = []
    var seen: Set<String> = []
    for element in new {
      if let key = element.key, let index = positions[key], seen.insert(key).inserted {
        put(element, at: index)
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

extension CompiledCollection {
  fileprivate var elements: [CollectionPlan.Element] {
    members.enumerated().map { index, member in
      CollectionPlan.Element(
        source: .below(index), route: member.provider.route.declaration, key: member.key, order: member.order)
    }
  }
}
