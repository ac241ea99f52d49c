public import WaymarkRuntime

/// The contributions to a collection in a registry, in order.
@usableFromInline
final class CompiledCollection: ContributionList, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): all properties are `let`s, of `Sendable` types or of references to such objects. The
  // superclass isn't final, so that the compiler doesn't check that.

  /// A contribution.
  struct Member: Sendable {
    /// The provider of the contributed destination; no key of the table leads to it.
    let provider: Provider
    let key: String?
    /// The order in the collection; that of what it replaced, if it replaced something.
    let order: Int
  }

  /// The token of the collection.
  let token: TokenDescription
  let members: [Member]
  /// The members' providers, without counting references: `members` retains them.
  @usableFromInline let providers: [UnretainedReference<Provider>]
  /// The function that returns how the array is made; nil if nothing ever contributed.
  let form: (@Sendable (ContributionList) -> CollectionForm)?
  /// Whether an extension of the registry may contribute more, because it's an early one.
  @usableFromInline let isEarly: Bool
  /// The positions of the members that have a key.
  private let positions: [String: Int]

  init(
    _ token: TokenDescription, _ members: [Member], form: (@Sendable (ContributionList) -> CollectionForm)?,
    isEarly: Bool
  ) {
    self.token = token
    self.members = members
    providers = members.map { UnretainedReference(retainedByCaller: $0.provider) }
    self.form = form
    self.isEarly = isEarly
    positions = Dictionary(
      members.enumerated().compactMap { index, member in member.key.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    super.init()
  }

  /// Returns the provider of the contribution with a key.
  func provider(for key: String) -> Provider? { positions[key].map { members[$0].provider } }

  /// Returns whether a route contributes.
  func has(_ route: CompiledRoute) -> Bool { members.contains { $0.provider.route === route } }
}
