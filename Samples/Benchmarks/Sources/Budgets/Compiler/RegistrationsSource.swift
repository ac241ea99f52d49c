/// A file with registrations or requests, for the library and for a table written by hand.
///
/// For the library, the forms of routes take turns: a type, a type with `as`, and an initializer with a parameter.
/// Every tenth service is kept.
struct RegistrationsSource: Hashable {
  enum Form: String {
    /// For the library, with services that are requested by their types.
    case byType
    /// For the library, with services that have names.
    case byName
    /// For the table.
    case table
  }

  /// The code beside the declarations of the types.
  enum Content: String {
    case declarations
    case registrations
    /// A function for each type, which requests a service and calls it.
    case requests
    /// The same, which compares the result with a negative number.
    case comparisons
  }

  let form: Form
  /// The number of declared types.
  let count: Int
  let content: Content

  init(_ form: Form, count: Int = 20, _ content: Content = .registrations) {
    self.form = form
    self.count = count
    self.content = content
  }

  /// The file of the package itself.
  static let ofPackage = RegistrationsSource(.byType)

  /// The place of the file in the package, or beside its sources.
  var file: String {
    if self == .ofPackage { return "Sources/Application/Registrations.swift" }
    return "\(form.rawValue)/\(content.rawValue)\(count).swift"
  }

  /// The text of the file.
  var text: String { form == .table ? handWritten : waymark }

  private var numbers: Range<Int> { 0..<count }
  private var registered: Range<Int> { content == .registrations ? numbers : 0..<0 }
  private var requested: Range<Int> { content == .requests || content == .comparisons ? numbers : 0..<0 }

  /// The numbers of each module or function, which registers 20 types.
  private var modules: [Range<Int>] {
    stride(from: 0, to: registered.count, by: 20).map { $0..<min($0 + 20, registered.count) }
  }

  private var waymark: String {
    """
    \(declarations)
    \(modules.map(module).joined(separator: "\n"))
    \(requested.map { request($0, "_ registry: Registry) throws", "try registry(.contract\($0))") }.joined())
    """
  }

  private var handWritten: String {
    """
    \(declarations)
    public final class Table {
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

    \(modules.map(function).joined(separator: "\n"))
    \(requested.map { request($0, "_ table: Table)", "table.make((any Contract\($0)).self)") }.joined())
    """
  }

  private func module(_ numbers: Range<Int>) -> String {
    """
    struct ApplicationModule\(numbers.lowerBound): RouteModule {
      var routes: Routes {
    \(numbers.map { "    \(route($0))" }.joined(separator: "\n"))
      }
    }

    """
  }

  /// A function is public, as below.
  private func request(_ number: Int, _ signature: String, _ request: String) -> String {
    content == .comparisons
      ? "public func compare\(number)(\(signature) -> Bool { \(request).number == -\(number) - 1 }\n"
      : "public func request\(number)(\(signature) -> Int { \(request).number }\n"
  }

  /// A function is public, so that an optimized build compiles it although nothing calls it.
  private func function(_ numbers: Range<Int>) -> String {
    """
    public func fill\(numbers.lowerBound)(_ table: Table) {
    \(numbers.map { "  \(registration($0))" }.joined(separator: "\n"))
    }

    """
  }

  private func hasParameter(_ number: Int) -> Bool { number % 3 == 2 }

  private func isKept(_ number: Int) -> Bool { number % 10 == 9 }

  private func route(_ number: Int) -> String {
    let provided = form == .byName ? "Service(.contract\(number))" : "Service<any Contract\(number)>"
    let token = form == .byName ? provided : provided + "()"
    let lifetime = isKept(number) ? "; Singleton()" : ""
    return switch number % 3 {
    case 0: "Route(Object\(number).self) { \(token)\(lifetime) }"
    case 1: "Route(Object\(number).self) { \(provided).as { $0 }\(lifetime) }"
    default: "Route(Object\(number).init(other:)) { \(token)\(lifetime) }"
    }
  }

  private func registration(_ number: Int) -> String {
    let interface = "(any Contract\(number)).self"
    let object =
      hasParameter(number)
      ? "Object\(number)(other: table.make((any Contract\(number - 1)).self))" : "Object\(number)()"
    return isKept(number)
      ? "table.add(\(interface), instance: \(object))" : "table.add(\(interface)) { \(object) }"
  }

  private func declaredToken(_ number: Int) -> String {
    form == .byName
      ? "static var contract\(number): Self { declared() }"
      : "init() { self.init(declaredProtocol: Protocol.self) }"
  }

  private var declarations: String {
    "import Waymark\n\n"
      + numbers.map { number in
        let initializer =
          hasParameter(number)
          ? "  init(other: any Contract\(number - 1)) { number = other.number }"
          : "  init() { number = \(number) }"
        return """
          protocol Contract\(number): Sendable { var number: Int { get } }
          extension RoutableService<any Contract\(number)> {
            \(declaredToken(number))
          }
          struct Object\(number): Contract\(number), \(hasParameter(number) ? "Sendable" : "ServiceDestination") {
            let number: Int
          \(initializer)
          }

          """
      }.joined(separator: "\n")
  }
}
