/// The contributions to a collection after linking.
struct CollectionPlan {
  /// A contribution of a linked route or of the image below.
  struct Element {
    enum Source {
      case declared(Linked.Route, Contribution)
      case below(CompiledCollection.Member)
    }

    let source: Source
    let route: RouteDeclaration
    let key: String?
    /// The order in the collection, which a replacement takes from the contribution that it replaces.
    var order: Int
    /// The route with the replaced contribution.
    var replaced: RouteDeclaration?

    /// The linked route, or nil for a contribution of the image below.
    var declared: Linked.Route? { if case .declared(let route, _) = source { route } else { nil } }
  }

  let token: TokenDescription
  private(set) var elements: [Element]
  /// The contributions with a key that an earlier contribution has.
  private(set) var repeated: [(element: Element, first: Element)] = []

  /// The first contribution of a linked route.
  var firstDeclared: Linked.Route? {
    for element in elements {
      if let route = element.declared { return route }
    }
    return nil
  }

  fileprivate init(token: TokenDescription, elements: [Element]) {
    self.token = token
    self.elements = elements
  }

  fileprivate mutating func add(_ added: [Element]) {
    noteRepeated(in: added, after: positions().mapValues { elements[$0] })
    elements = Self.inOrder(elements + added)
  }

  /// Replaces contributions with the same key in their places, and appends the other contributions.
  fileprivate mutating func replace(by new: [Element]) {
    noteRepeated(in: new)
    let added = put(new, at: positions(), once: false)
    let end = elements.last?.order
    for var element in Self.inOrder(added) {
      // Keep the list ascending for later contributions.
      element.order = max(element.order, end ?? element.order)
      elements.append(element)
    }
  }

  /// Replaces contributions that have the same key, except those of an extension's base, and adds the others.
  fileprivate mutating func replaceInProfile(by new: [Element], except kept: Set<ObjectIdentifier>) {
    add(put(new, at: positions(except: kept), once: true))
  }

  /// Puts contributions at the positions of their keys, each position at most once if so said, and returns the others.
  private mutating func put(_ new: [Element], at positions: [String: Int], once: Bool) -> [Element] {
    var positions = positions
    var others: [Element] = []
    for var element in new {
      guard let key = element.key, let index = positions[key] else {
        others.append(element)
        continue
      }
      if once { positions[key] = nil }
      element.order = elements[index].order
      element.replaced = elements[index].route
      elements[index] = element
    }
    return others
  }

  /// Notes the new contributions with a key that a known or an earlier new one has.
  private mutating func noteRepeated(in new: [Element], after known: [String: Element] = [:]) {
    var first = known
    for element in new {
      guard let key = element.key else { continue }
      if let first = first[key] { repeated.append((element, first)) }
      first[key] = first[key] ?? element
    }
  }

  /// Returns the first position of each key, without the contributions of some routes.
  private func positions(except kept: Set<ObjectIdentifier> = []) -> [String: Int] {
    Dictionary(
      elements.enumerated().compactMap { index, element in
        kept.contains(ObjectIdentifier(element.route)) ? nil : element.key.map { ($0, index) }
      }, uniquingKeysWith: { first, _ in first })
  }

  private static func inOrder(_ elements: [Element]) -> [Element] {
    elements.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
      .map(\.element)
  }
}

extension Linker {
  /// Returns the plans of the collections that the declarations change.
  func planCollections() -> [CollectionPlan] {
    var tokens: [TokenDescription] = []
    var elements: [TokenDescription: [CollectionPlan.Element]] = [:]
    for route in part.routes {
      for contribution in route.declaration.contributions {
        let element = CollectionPlan.Element(
          source: .declared(route, contribution), route: route.declaration, key: contribution.key,
          order: contribution.order)
        if elements[contribution.token] == nil { tokens.append(contribution.token) }
        elements[contribution.token, default: []].append(element)
      }
    }
    for replacement in part.replacements where elements[replacement.declaration.token] == nil {
      tokens.append(replacement.declaration.token)
      elements[replacement.declaration.token] = []
    }
    return tokens.map { token in
      // A profile doesn't replace the contributions of an extension's base.
      let inBase = isReplacing && !settings.isOverride ? settings.base?.collection(withToken: token) : nil
      let kept = Set(inBase?.members.map { ObjectIdentifier($0.provider.route.declaration) } ?? [])
      var known = below?.collection(withToken: token)?.members.map { CollectionPlan.Element($0) } ?? []
      if isReplacing, part.replacements.contains(where: { $0.declaration.token == token }) {
        known.removeAll { !kept.contains(ObjectIdentifier($0.route)) }
      }
      var plan = CollectionPlan(token: token, elements: known)
      let new = elements[token] ?? []
      if settings.isOverride {
        plan.replace(by: new)
      } else if isProfile {
        plan.replaceInProfile(by: new, except: kept)
      } else {
        plan.add(new)
      }
      return plan
    }
  }
}

extension CollectionPlan.Element {
  fileprivate init(_ member: CompiledCollection.Member) {
    self.init(
      source: .below(member), route: member.provider.route.declaration, key: member.key, order: member.order)
  }
}
