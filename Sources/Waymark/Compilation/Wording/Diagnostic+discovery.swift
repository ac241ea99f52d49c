// The diagnostics of discovery and the audit.
extension Diagnostic {
  static func genericModule(_ name: String, at location: DeclarationLocation) -> Diagnostic {
    Diagnostic(
      .genericModule, severity: .note, at: location,
      "\(name) is a generic DiscoverableModule, and was left out: nothing says which one is meant",
      remedy: "list the one that is meant by hand, and make the generic type a RouteModule only")
  }

  static func unroutedDestination(_ name: String, at location: DeclarationLocation) -> Diagnostic {
    Diagnostic(
      .unroutedDestination, severity: .warning, at: location,
      "\(name) is a destination that can make itself, and no route of the registry makes it",
      remedy: "declare Route(\(name).self) in a module of the registry, or leave the conformance out")
  }

  static func unprovidedDeclaration(
    _ token: String, module: String, at location: DeclarationLocation
  ) -> Diagnostic {
    Diagnostic(
      .unprovidedDeclaration, severity: .warning, at: location,
      "\(token) is declared routable in \(module), and nothing in the registry provides it",
      remedy: "add it to a route of a module in the registry, or leave the declaration out")
  }

  static func auditIncomplete(at location: DeclarationLocation) -> Diagnostic {
    Diagnostic(
      .auditIncomplete, severity: .note, at: location,
      "the audit could not see all routable declarations: the program's symbol table was stripped",
      remedy: "audit a build that was not stripped, for example in a test")
  }
}
