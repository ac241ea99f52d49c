/// Declarations, in their order: what a module's ``RouteModule/routes`` returns.
public struct Routes {
  enum Draft {
    case route(RouteDraft)
    case adapter(AdapterDraft)
    case reporter(ReportsErrors)
    /// A module's own rule.
    case check((Registry) -> [Diagnostic])
  }

  let drafts: [Draft]

  init(_ drafts: [Draft]) { self.drafts = drafts }

  /// The same declarations, as a module makes them.
  func declared(in module: Any.Type) -> Routes {
    Routes(
      drafts.map { draft in
        switch draft {
        case .route(var route):
          route.module = route.module ?? module
          return .route(route)
        case .adapter(let adapter): return .adapter(adapter.declared(in: module))
        case .reporter, .check: return draft
        }
      })
  }
}
