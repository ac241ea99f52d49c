/// Reports the number of routes whose dependencies aren't known, because their closures may request anything.
enum OpenRoutesRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard program.mode != .overriding, program.traits.contains(.open) else { return [] }
    let open = program.routes.filter(\.declaration.isOpen)
    guard let first = open.first else { return [] }
    return [
      Finding(first.ordinal, .openRoutes(open.count, of: program.routes.count, first: first.declaration))
    ]
  }
}
