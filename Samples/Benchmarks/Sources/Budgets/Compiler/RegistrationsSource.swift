/// A file with 20 registrations, for the library and for a table written by hand.
///
/// The forms of routes take turns: a type, a type with `as`, and an initializer with a parameter. Every tenth service
/// is kept.
enum RegistrationsSource {
  private static let numbers = 0..<20

  static var waymark: String {
    """
    \(declarations)
    struct ApplicationModule: RouteModule {
      var routes: Routes {
    \(numbers.map { "    \(route($0))" }.joined(separator: "\n"))
      }
    }

    """
  }

  static var table: String {
    """
    \(declarations)
    final class Table {
      private var factories: [ObjectIdentifier: Any] = [:]
      private var instances: [ObjectIdentifier: Any] = [:]

      func add<Interface>(_ interface: Interface.Type, _ make: @escaping () -> Interface) {
        factories[ObjectIdentifier(interface)] = make
      }

      func add<Interface>(_ interface: Interface.Type, instance: Interface) {
        instances[ObjectIdentifier(interface)] = instance
      }

      func make<Interface>(_ interface: Interface.Type) -> Interface {
        guard let make = factories[ObjectIdentifier(interface)] as? () -> Interface else { preconditionFailure() }
        return make()
      }
    }

    func fill(_ table: Table) {
    \(numbers.map { "  \(registration($0))" }.joined(separator: "\n"))
    }

    """
  }

  private static func hasParameter(_ number: Int) -> Bool { number % 3 == 2 }

  private static func isKept(_ number: Int) -> Bool { number % 10 == 9 }

  private static func route(_ number: Int) -> String {
    let provided = "Service<any Contract\(number)>"
    let lifetime = isKept(number) ? "; Singleton()" : ""
    return switch number % 3 {
    case 0: "Route(Object\(number).self) { \(provided)()\(lifetime) }"
    case 1: "Route(Object\(number).self) { \(provided).as { $0 }\(lifetime) }"
    default: "Route(Object\(number).init(other:)) { \(provided)()\(lifetime) }"
    }
  }

  private static func registration(_ number: Int) -> String {
    let interface = "(any Contract\(number)).self"
    if isKept(number) { return "table.add(\(interface), instance: Object\(number)())" }
    guard hasParameter(number) else { return "table.add(\(interface)) { Object\(number)() }" }
    return "table.add(\(interface)) { Object\(number)(other: table.make((any Contract\(number - 1)).self)) }"
  }

  private static var declarations: String {
    "import Waymark\n\n"
      + numbers.map { number in
        let initializer =
          hasParameter(number)
          ? "  init(other: any Contract\(number - 1)) { number = other.number }"
          : "  init() { number = \(number) }"
        return """
          protocol Contract\(number): Sendable { var number: Int { get } }
          extension RoutableService<any Contract\(number)> {
            init() { self.init(declaredProtocol: Protocol.self) }
          }
          struct Object\(number): Contract\(number), \(hasParameter(number) ? "Sendable" : "ServiceDestination") {
            let number: Int
          \(initializer)
          }

          """
      }.joined(separator: "\n")
  }
}
