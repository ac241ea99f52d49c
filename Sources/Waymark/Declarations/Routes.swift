/// Declarations, in their order: what a module's ``RouteModule/routes`` returns.
public struct Routes {
  enum Draft {
    case route(RouteDraft)
    case adapter(AdapterDraft)
    case reporter(ReportsErrors)
    case observer(Observes)
    case interceptor(Intercepts)
    case leakDetection(LeakDetection)
    /// A module that was listed.
    case module(Module)
    /// A module that was found; it counts unless it was listed, too.
    case discovered(Module)
    /// What discovery has to say.
    case note(Diagnostic)
  }

  /// What a module declares.
  struct Module {
    let type: Any.Type
    let drafts: [Draft]
    /// Its own rule.
    let check: (Registry) -> [Diagnostic]
  }

  let drafts: [Draft]

  init(_ drafts: [Draft]) { self.drafts = drafts }

  /// The same declarations, as a module makes them.
  func declared(in module: Any.Type) -> Routes {
    Routes(
      drafts.map { draft in
        switch draft {
        case .route(let route): return .route(route.declared(in: module))
        case .adapter(let adapter): return .adapter(adapter.declared(in: module))
        case .reporter, .observer, .interceptor, .leakDetection, .module, .discovered, .note: return draft
        }
      })
  }
}
