/// One file of routes, and the functions that use each of them once.
///
/// Every look-up is written out with its type, as in an application. A loop would need a table of types.
struct RoutesSource {
  let text: String

  /// Returns whether a route keeps its service: every tenth does.
  static func isKept(_ number: Int) -> Bool { number % 10 == 9 }

  init(_ numbers: Range<Int>) {
    func each(_ line: (Int) -> String) -> String { numbers.map(line).joined(separator: "\n") }
    text = """
      import Measurements
      public import Waymark

      \(each(Self.declarations))

      enum Routes\(numbers.lowerBound) {
        static var modules: [any RouteModule] { [\(numbers.map { "Module\($0)()" }.joined(separator: ", "))] }
        static var plainModules: [any RouteModule] {
          [\(numbers.map { "PlainModule\($0)()" }.joined(separator: ", "))]
        }
        static func fill(_ table: HandWrittenTable) {
      \(each { "    table.\(Self.isKept($0) ? "addKept" : "add")((any Contract\($0)).self) { Object\($0)() }" })
        }
        static func makeDirectly() {
      \(each { "    keep(Object\($0)())" })
        }
        static func resolveAll(from table: HandWrittenTable) {
      \(each { "    keep(table.\(Self.isKept($0) ? "kept" : "make")((any Contract\($0)).self))" })
        }
        static func resolveAll(from registry: Registry) throws {
      \(each { "    keep(try registry.makeDestination(to: RoutableService<any Contract\($0)>()))" })
        }
      }
      """
  }

  /// The declarations that a module of an application has, and a second module that provides the service
  /// without `as`.
  private static func declarations(of number: Int) -> String {
    let lifetime = isKept(number) ? "; Singleton()" : ""
    return """
      protocol Contract\(number): AnyObject, Sendable { var number: Int { get } }
      extension RoutableService<any Contract\(number)> {
        init() { self.init(declaredProtocol: Protocol.self) }
      }
      final class Object\(number): Contract\(number), ServiceDestination {
        let number: Int
        init() { number = \(number) }
      }
      public struct Module\(number): DiscoverableModule {
        public init() {}
        public var routes: Routes {
          Route(Object\(number).self) { Service<any Contract\(number)>.as { $0 }\(lifetime) }
        }
      }
      struct PlainModule\(number): RouteModule {
        var routes: Routes { Route(Object\(number).self) { Service<any Contract\(number)>()\(lifetime) } }
      }

      """
  }
}
