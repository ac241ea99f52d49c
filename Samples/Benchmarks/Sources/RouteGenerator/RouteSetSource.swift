/// The file that combines all routes of a program.
struct RouteSetSource {
  let text: String

  init(count: Int, parts: [Range<Int>]) {
    func each(_ line: (String) -> String) -> String {
      parts.map { line("Routes\($0.lowerBound)") }.joined(separator: "\n")
    }
    let inTurn = Self.inTurn(count)
    func eachInTurn(_ line: (Int) -> String) -> String { inTurn.map(line).joined(separator: "\n") }
    text = """
      import Measurements
      import Waymark

      enum GeneratedRoutes: RouteSet {
        static let count = \(count)
        static var modules: [any RouteModule] {
          var modules: [any RouteModule] = []
      \(each { "    modules += \($0).modules" })
          return modules
        }
        static var plainModules: [any RouteModule] {
          var modules: [any RouteModule] = []
      \(each { "    modules += \($0).plainModules" })
          return modules
        }
        static func fill(_ table: HandWrittenTable) {
      \(each { "    \($0).fill(table)" })
        }
        static func makeDirectly() {
      \(each { "    \($0).makeDirectly()" })
        }
        static func resolveAll(from table: HandWrittenTable) {
      \(each { "    \($0).resolveAll(from: table)" })
        }
        static func resolveAll(from registry: Registry) throws {
      \(each { "    try \($0).resolveAll(from: registry)" })
        }
        static let countInTurn = \(inTurn.count)
        static func makeInTurn(from table: HandWrittenTable) {
      \(eachInTurn { "    keep(table.make((any Contract\($0)).self))" })
        }
        static func makeInTurn(from registry: Registry) throws {
      \(eachInTurn { "    keep(try registry.makeDestination(to: RoutableService<any Contract\($0)>()))" })
        }
      }
      """
  }

  /// Returns the routes of the new services to make in turn: 400 spread over the program, or fewer in a small one.
  ///
  /// Their number divides a million, the number of calls in one measurement.
  private static func inTurn(_ count: Int) -> [Int] {
    let new = (0..<count).filter { !RoutesSource.isKept($0) }
    guard let size = [400, 80, 10, 1].first(where: { $0 <= new.count }) else { return [] }
    return (0..<size).map { new[$0 * new.count / size] }
  }
}
