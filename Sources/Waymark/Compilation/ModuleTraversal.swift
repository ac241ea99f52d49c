/// Visits the declarations of all modules in order: listed ones, and discovered ones that aren't listed,
/// once.
struct ModuleTraversal {
  /// The modules that were visited, whose own rules are run at the end.
  private(set) var modules: [any RouteModule] = []
  private var taken: Set<ObjectIdentifier> = []
  private let visit: (Routes.Declaration, _ module: Any.Type?) -> Void

  /// Visits declarations.
  ///
  /// - Parameters:
  ///   - routes: The declarations of a registry's block.
  ///   - visit: Receives each declaration that isn't a module, with the module that it's in.
  /// - Returns: The modules that were visited.
  static func run(
    _ routes: Routes, _ visit: (Routes.Declaration, _ module: Any.Type?) -> Void
  ) -> [any RouteModule] {
    withoutActuallyEscaping(visit) { visit in
      var traversal = ModuleTraversal(visit: visit)
      if routes.declarations.contains(where: \.hasDiscovered) { traversal.takeListed(routes.declarations) }
      traversal.add(routes.declarations, of: nil)
      return traversal.modules
    }
  }

  private init(visit: @escaping (Routes.Declaration, _ module: Any.Type?) -> Void) { self.visit = visit }

  /// Collects the modules that are listed anywhere, including in a discovered module.
  private mutating func takeListed(_ declarations: InlineList<Routes.Declaration>) {
    for declaration in declarations {
      switch declaration {
      case .module(let module):
        taken.insert(ObjectIdentifier(module.type))
        takeListed(module.declarations)
      case .discovered(let module): takeListed(module.declarations)
      case .route, .adapter, .handler, .note: continue
      }
    }
  }

  private mutating func add(_ declarations: InlineList<Routes.Declaration>, of module: Any.Type?) {
    for declaration in declarations {
      switch declaration {
      case .module(let module): add(module)
      case .discovered(let module):
        if taken.insert(ObjectIdentifier(module.type)).inserted { add(module) }
      case .route, .adapter, .handler, .note: visit(declaration, module)
      }
    }
  }

  private mutating func add(_ module: Routes.Module) {
    add(module.declarations, of: module.type)
    modules.append(module.module)
  }
}
