// A program whose types have no records of their fields: compiled with -disable-reflection-metadata, and run.
import Waymark

protocol Store: Sendable {}
extension RoutableService<any Store> { init() { self.init(declaredProtocol: Protocol.self) } }
final class Worker: Sendable { let store = Routed(RoutableService<any Store>()) }
struct Plain: ServiceDestination {}

@main enum Program {
  static func main() {
    do {
      let registry = try Registry {
        Route(Worker.self) { RoutableService<Worker>(declaredProtocol: Worker.self) } make: { Worker() }
        Route(Plain.self) { RoutableService<Plain>(declaredProtocol: Plain.self) }
      }
      for node in registry.graph.nodes { print(node.destination, node.requires, node.showsProperties) }
    } catch {
      for diagnostic in error.diagnostics where diagnostic.severity == .error { print(diagnostic.message) }
    }
  }
}
