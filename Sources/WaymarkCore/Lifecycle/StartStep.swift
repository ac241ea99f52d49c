/// A step of starting a registry: an instance and its dependencies.
///
///     for step in registry.startOrder { print(step) }
///     // FileDatabase
///     // JobQueue waits for FileDatabase
public struct StartStep: Sendable, Hashable, CustomStringConvertible {
  /// The name of the destination's type, such as `JobQueue`.
  public let destination: String
  /// The name of the route's first token with a name, such as `archiveDatabase`, if any.
  public let name: String?
  /// The location of the route's declaration.
  public let location: DeclarationLocation
  /// The names of the destinations that start before, because this one needs them.
  ///
  /// It includes indirect dependencies only if they're also direct ones.
  public let waitsFor: [String]

  /// The destination and its dependencies: `JobQueue waits for FileDatabase`.
  ///
  /// If the registry starts several instances of one type, it includes their names or else their locations:
  /// `FileDatabase (.archiveDatabase)`.
  public let description: String

  init(_ route: CompiledRoute, waitingFor others: [CompiledRoute], in image: RegistryImage) {
    let repeated = image.repeatedDestinations
    func text(_ route: CompiledRoute) -> String {
      let declaration = route.declaration
      let destination = TypeName.of(declaration.destination)
      return repeated.contains(ObjectIdentifier(declaration.destination))
        ? TypeName.distinguished(destination, declaration.firstName, declaration.location) : destination
    }
    destination = TypeName.of(route.declaration.destination)
    name = route.declaration.firstName
    location = route.declaration.location
    waitsFor = others.map { TypeName.of($0.declaration.destination) }
    let list = others.map(text).joined(separator: ", ")
    description = others.isEmpty ? text(route) : "\(text(route)) waits for \(list)"
  }
}
