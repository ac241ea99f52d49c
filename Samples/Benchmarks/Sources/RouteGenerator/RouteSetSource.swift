/// The file that puts all routes of a program together.
struct RouteSetSource {
  let text: String

  init(count: Int, parts: [Range<Int>]) {
    func each(_ line: (String) -> String) -> String {
      parts.map { line("Routes\($0.lowerBound)") }.joined(separator: "\n")
    }
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
        static func makeByCast() {
      \(each { "    \($0).makeByCast()" })
        }
        static func resolveAll(from table: HandWrittenTable) {
      \(each { "    \($0).resolveAll(from: table)" })
        }
        static func resolveAll(from registry: Registry) throws {
      \(each { "    try \($0).resolveAll(from: registry)" })
        }
      }
      """
  }
}
