/// A step of starting a registry: an instance, and what it waits for.
///
///     for step in registry.startOrder { print(step) }
///     // FileDatabase
///     // JobQueue waits for FileDatabase
public struct StartStep: Sendable, Hashable, CustomStringConvertible {
  /// The name of the destination's type, such as `JobQueue`.
  public let destination: String
  /// The location of the route's declaration.
  public let location: DeclarationLocation
  /// The names of the destinations that are started before, because this one needs them.
  ///
  /// Those that these wait for themselves are included only if this one needs them directly, too.
  public let waitsFor: [String]

  init(_ route: CompiledRoute, waitingFor others: [CompiledRoute]) {
    destination = TypeName.of(route.declaration.destination)
    location = route.declaration.location
    waitsFor = others.map { TypeName.of($0.declaration.destination) }
  }

  /// The destination, and what it waits for: `JobQueue waits for FileDatabase`.
  public var description: String {
    waitsFor.isEmpty ? destination : "\(destination) waits for \(waitsFor.joined(separator: ", "))"
  }
}
