/// A step of starting a registry: an instance and its dependencies.
///
///     for step in registry.startOrder { print(step) }
///     // FileDatabase
///     // JobQueue waits for FileDatabase
public struct StartStep: Sendable, Hashable, CustomStringConvertible {
  /// The name of the destination's type, such as `JobQueue`.
  public let destination: String
  /// The location of the route's declaration.
  public let location: DeclarationLocation
  /// The names of the destinations that start before, because this one needs them.
  ///
  /// It includes indirect dependencies only if they're also direct ones.
  public let waitsFor: [String]

  init(_ route: CompiledRoute, waitingFor others: [CompiledRoute]) {
    destination = TypeName.of(route.declaration.destination)
    location = route.declaration.location
    waitsFor = others.map { TypeName.of($0.declaration.destination) }
  }

  /// The destination and its dependencies: `JobQueue waits for FileDatabase`.
  public var description: String {
    waitsFor.isEmpty ? destination : "\(destination) waits for \(waitsFor.joined(separator: ", "))"
  }
}
