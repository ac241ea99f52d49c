/// Visits the declarations of all modules in order: listed ones, and discovered ones that aren't listed,
/// once.
///
/// An extension doesn't visit the modules that its base has.
struct ModuleTraversal {
  /// The origin of a declaration.
  struct Origin {
    /// The module that contains it; nil in the registry's own block.
    let module: Any.Type?
    /// The profile that it belongs to; nil outside of ``When``.
    let profile: Profile?
  }

  /// The modules that were visited, whose own rules are run at the end.
  private(set) var modules: [any RouteModule] = []
  private var taken: Set<ObjectIdentifier> = []
  /// The modules of the base, read when the first module is visited.
  private lazy var known = Set(base?.properties.modules?.elements ?? [])
  private let base: Registry?
  private let profile: Profile?
  private let visit: (Routes.Declaration, Origin) -> Void

  /// Visits declarations.
  ///
  /// - Parameters:
  ///   - routes: The declarations of a registry's block.
  ///   - profile: The profile for which the registry is created.
  ///   - base: The registry that the declarations extend; nil if they don't extend one.
  ///   - visit: Receives each declaration that isn't a module or a profile, with its origin. Those of other profiles
  ///     are visited too.
  /// - Returns: The modules that were visited, except those of other profiles.
  static func run(
    _ routes: Routes, for profile: Profile?, extending base: Registry?,
    _ visit: (Routes.Declaration, Origin) -> Void
  ) -> [any RouteModule] {
    withoutActuallyEscaping(visit) { visit in
      var traversal = ModuleTraversal(profile: profile, base: base, visit: visit)
      if routes.declarations.contains(where: \.hasDiscovered) { traversal.takeListed(routes.declarations) }
      traversal.add(routes.declarations, Origin(module: nil, profile: nil))
      return traversal.modules
    }
  }

  private init(
    profile: Profile?, base: Registry?,
    visit: @escaping (Routes.Declaration, Origin) -> Void
  ) {
    self.profile = profile
    self.base = base
    self.visit = visit
  }

  /// Collects the modules that are listed anywhere, including in a discovered module.
  private mutating func takeListed(_ declarations: InlineList<Routes.Declaration>) {
    for declaration in declarations {
      switch declaration {
      case .module(let module):
        taken.insert(ObjectIdentifier(module.type))
        takeListed(module.declarations)
      case .discovered(let module): takeListed(module.declarations)
      case .profile(let block): takeListed(block.routes.declarations)
      case .route, .adapter, .decorator, .replacement, .handler, .note: continue
      }
    }
  }

  private mutating func add(_ declarations: InlineList<Routes.Declaration>, _ origin: Origin) {
    for declaration in declarations {
      switch declaration {
      case .module(let module):
        guard !known.contains(ObjectIdentifier(module.type)) || hasParameters(module.module) else { continue }
        add(module, origin)
      case .discovered(let module):
        if !known.contains(ObjectIdentifier(module.type)),
          taken.insert(ObjectIdentifier(module.type)).inserted
        {
          add(module, origin)
        }
      case .profile(let block):
        // One profile inside another is never picked.
        guard origin.profile == nil || origin.profile == block.profile else { continue }
        add(block.routes.declarations, Origin(module: origin.module, profile: block.profile))
      case .route, .adapter, .decorator, .replacement, .handler, .note: visit(declaration, origin)
      }
    }
  }

  /// Returns whether a module has stored properties, so that another one of its type may declare other routes.
  private func hasParameters(_ module: any RouteModule) -> Bool {
    var next: Mirror? = Mirror(reflecting: module)
    while let mirror = next {
      if !mirror.children.isEmpty { return true }
      next = mirror.superclassMirror
    }
    return false
  }

  private mutating func add(_ module: Routes.Module, _ origin: Origin) {
    add(module.declarations, Origin(module: module.type, profile: origin.profile))
    if origin.profile == nil || origin.profile == profile { modules.append(module.module) }
  }
}
