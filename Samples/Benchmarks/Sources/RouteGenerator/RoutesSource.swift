/// One file of routes, with what uses each of them once.
///
/// A look-up is written out for each type, as it is in an application: a loop would need a table of types.
struct RoutesSource {
  let text: String

  init(_ numbers: Range<Int>) {
    func each(_ line: (Int) -> String) -> String { numbers.map(line).joined(separator: "\n") }
    text = """
      import Measurements
      public import Waymark

      \(each(Self.declarations))

      enum Routes\(numbers.lowerBound): RouteSet {
        static let count = \(numbers.count)
        static var modules: [any RouteModule] { [\(numbers.map { "Module\($0)()" }.joined(separator: ", "))] }
        static var plainModules: [any RouteModule] {
          [\(numbers.map { "PlainModule\($0)()" }.joined(separator: ", "))]
        }
        static func fill(_ table: HandWrittenTable) {
      \(each { "    table.add((any Contract\($0)).self) { Object\($0)() }" })
        }
        static func makeDirectly() {
      \(each { "    keep(Object\($0)())" })
        }
        static func makeByCast() {
      \(each { "    if let made = opaque(Object\($0)()) as? any Contract\($0) { keep(made) }" })
        }
        static func resolveAll(from table: HandWrittenTable) {
      \(each { "    keep(table.make((any Contract\($0)).self))" })
        }
        static func resolveAll(from registry: Registry) throws {
      \(each { "    keep(try registry.makeDestination(to: RoutableService<any Contract\($0)>()))" })
        }
      }
      """
  }

  /// What a module of an application writes, and the same once more without `as`.
  private static func declarations(of number: Int) -> String {
    """
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
      public var routes: Routes { Route(Object\(number).self) { Service<any Contract\(number)>.as { $0 } } }
    }
    struct PlainModule\(number): RouteModule {
      var routes: Routes { Route(Object\(number).self) { Service<any Contract\(number)>() } }
    }

    """
  }
}
