public import WaymarkRuntime

extension Registry {
  /// Returns all elements of a collection; for views, on the main actor only.
  ///
  /// - Parameter contributions: A collection of this registry.
  @inlinable
  func makeAll<Element>(_ type: Element.Type, of contributions: ContributionList) throws(RouteError)
    -> [Element]
  {
    // Only collections are lists of contributions.
    let collection = knownDowncast(contributions, to: CompiledCollection.self)
    if collection.isEarly, let all = try makeAllOfCompletion(type, collection) { return all }
    // The collection retains the providers, and the caller the collection.
    defer { withExtendedLifetime(collection) {} }
    var elements: [Element] = []
    elements.reserveCapacity(collection.providers.count)
    for provider in collection.providers {
      elements.append(try provider.read { (provider) throws(RouteError) in try make(type, provider) })
    }
    return elements
  }

  /// Returns all elements of a collection in the complete extension of an early registry; nil if there's none.
  @usableFromInline
  func makeAllOfCompletion<Element>(
    _ type: Element.Type, _ collection: CompiledCollection
  ) throws(RouteError) -> [Element]? {
    guard let completion, let complete = completion.layer.collection(for: collection.token.key) else {
      return nil
    }
    return try completion.makeAll(type, of: complete)
  }
}
