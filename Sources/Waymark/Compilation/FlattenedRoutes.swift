/// The declarations of modules in one list: what is listed, and what was found and not listed, once.
struct FlattenedRoutes {
  private(set) var drafts: [Routes.Draft] = []
  private(set) var checks: [(Registry) -> [Diagnostic]] = []
  private var taken: Set<ObjectIdentifier> = []

  init(_ routes: Routes) {
    note(routes.drafts)
    add(routes.drafts)
  }

  /// Remembers the modules that are listed somewhere, also in a module that was found.
  private mutating func note(_ drafts: [Routes.Draft]) {
    for draft in drafts {
      switch draft {
      case .module(let module):
        taken.insert(ObjectIdentifier(module.type))
        note(module.drafts)
      case .discovered(let module): note(module.drafts)
      case .route, .adapter, .reporter, .observer, .interceptor, .leakDetection, .note: continue
      }
    }
  }

  private mutating func add(_ drafts: [Routes.Draft]) {
    for draft in drafts {
      switch draft {
      case .module(let module): add(module)
      case .discovered(let module):
        if taken.insert(ObjectIdentifier(module.type)).inserted { add(module) }
      case .route, .adapter, .reporter, .observer, .interceptor, .leakDetection, .note:
        self.drafts.append(draft)
      }
    }
  }

  private mutating func add(_ module: Routes.Module) {
    add(module.drafts)
    checks.append(module.check)
  }
}
