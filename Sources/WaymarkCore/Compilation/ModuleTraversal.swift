/// Visits the declarations of all modules once and in order, first of listed modules, then of discovered ones.
///
/// An extension skips the modules of its base.
struct ModuleTraversal {
  struct Origin {
    /// The module that contains the declaration, or nil in the registry's own block.
    let module: Any.Type?
    /// The profiles of the declaration, or nil outside of ``When``.
    let condition: ProfileCondition?
  }

  /// The visited modules, for their own rules at the end.
  private(set) var modules: [any RouteModule] = []
  /// The profiles that ``When`` names, in the order of their first declaration.
  private(set) var profiles: [Profile] = []
  /// The profiles that ``When`` or ``Profiles`` names, in the order of their first declaration.
  private(set) var knownProfiles: [Profile] = []
  private var taken: Set<ObjectIdentifier> = []
  /// The listed modules outside of ``When``, and the position of the first one of each type.
  private var listed: [Routes.Module] = []
  private var positions = PositionTable()
  private lazy var known = Set(base?.modules?.elements ?? [])
  private let base: Snapshot?
  private let picked: [Profile]
  private let visit: (Routes.Declaration, Origin) -> Void

  /// Calls `visit` for each declaration of any profile, and returns the visited modules and the profiles.
  static func run(
    _ routes: Routes, for picked: [Profile], extending base: Snapshot? = nil,
    _ visit: (Routes.Declaration, Origin) -> Void
  ) -> (modules: [any RouteModule], profiles: [Profile], knownProfiles: [Profile]) {
    withoutActuallyEscaping(visit) { visit in
      var traversal = ModuleTraversal(picked: picked, base: base, visit: visit)
      if routes.declarations.contains(where: { $0.hasDiscovered }) {
        traversal.takeListed(routes.declarations)
      }
      traversal.add(routes.declarations, Origin(module: nil, condition: nil))
      return (traversal.modules, traversal.profiles, traversal.knownProfiles)
    }
  }

  private init(
    picked: [Profile], base: Snapshot?, visit: @escaping (Routes.Declaration, Origin) -> Void
  ) {
    self.picked = picked
    self.base = base
    self.visit = visit
  }

  /// Collects the modules that any declaration lists, including in a discovered module.
  private mutating func takeListed(_ declarations: InlineList<Routes.Declaration>) {
    for declaration in declarations {
      switch declaration {
      case .module(let module):
        taken.insert(ObjectIdentifier(module.type))
        takeListed(module.declarations)
      case .discovered(let module): takeListed(module.declarations)
      case .profile(let block): takeListed(block.routes.declarations)
      case .route, .adapter, .decorator, .profiles, .replacement, .handler, .note: continue
      }
    }
  }

  private mutating func add(_ declarations: InlineList<Routes.Declaration>, _ origin: Origin) {
    for declaration in declarations {
      switch declaration {
      case .module(let module):
        guard !known.contains(ObjectIdentifier(module.type)) || hasParameters(module.module) else { continue }
        if let first = firstListing(of: module, origin) {
          visit(.note(.duplicateModule(module, first: first)), origin)
        } else {
          add(module, origin)
        }
      case .discovered(let module):
        if !known.contains(ObjectIdentifier(module.type)),
          taken.insert(ObjectIdentifier(module.type)).inserted
        {
          add(module, origin)
        }
      case .profile(let block):
        for profile in block.profiles {
          if !profiles.contains(profile) { profiles.append(profile) }
          addKnown(profile)
        }
        let condition = ProfileCondition(block.profiles, inside: origin.condition)
        add(block.routes.declarations, Origin(module: origin.module, condition: condition))
      case .profiles(let declared): for profile in declared.profiles { addKnown(profile) }
      case .route, .adapter, .decorator, .replacement, .handler, .note: visit(declaration, origin)
      }
    }
  }

  /// Returns the first listing of a module if all its declarations are repeated, or nil.
  private mutating func firstListing(of module: Routes.Module, _ origin: Origin) -> DeclarationLocation? {
    guard origin.condition == nil else { return nil }
    guard let first = positions.position(of: module.identity, in: { listed[$0].identity }) else {
      listed.append(module)
      positions.append { listed[$0].identity }
      return nil
    }
    guard !hasParameters(module.module), module.declarations.contains(where: { $0.isUnique }) else {
      return nil
    }
    return listed[first].location
  }

  /// Returns whether a module has stored properties or cases, so that its values can declare different routes.
  private func hasParameters(_ module: any RouteModule) -> Bool {
    func hasBytes<Module>(_: Module) -> Bool { MemoryLayout<Module>.size > 0 }
    guard type(of: module as Any) is AnyClass else { return hasBytes(module) }
    var next: Mirror? = Mirror(reflecting: module)
    while let mirror = next {
      if !mirror.children.isEmpty { return true }
      next = mirror.superclassMirror
    }
    return false
  }

  private mutating func add(_ module: Routes.Module, _ origin: Origin) {
    add(module.declarations, Origin(module: module.type, condition: origin.condition))
    if origin.condition?.holds(for: picked) ?? true { modules.append(module.module) }
  }

  private mutating func addKnown(_ profile: Profile) {
    if !knownProfiles.contains(profile) { knownProfiles.append(profile) }
  }
}

/// The profiles of the ``When`` blocks that enclose a declaration.
final class ProfileCondition: Sendable {
  /// The alternative profiles of each block, innermost last.
  private let blocks: [[Profile]]

  init(_ profiles: [Profile], inside outer: ProfileCondition?) {
    blocks = (outer?.blocks ?? []) + [profiles]
  }

  /// Returns whether a registry with these profiles uses the declaration.
  func holds(for picked: [Profile]) -> Bool {
    blocks.allSatisfy { block in block.contains { picked.contains($0) } }
  }

  /// Returns the given profiles that the blocks name.
  func profiles(among picked: [Profile]) -> [Profile] {
    picked.filter { profile in blocks.contains { $0.contains(profile) } }
  }

  /// Returns whether two declarations belong to different picked profiles.
  func isDisjoint(with other: ProfileCondition, among picked: [Profile]) -> Bool {
    let others = other.profiles(among: picked)
    return !profiles(among: picked).contains { others.contains($0) }
  }

  var innermost: [Profile] { blocks.last ?? [] }

  /// The innermost block as source text: `When("preview")`.
  var text: String { "When(\(innermost.map { "\"\($0)\"" }.joined(separator: ", ")))" }
}

struct PickedProfiles: Sendable {
  /// The profiles that the registry picks, each once.
  var picked: [Profile] = []
  var known: [Profile] = []
  /// The location of the choice, or nil if the registry picks no profile.
  var location: DeclarationLocation?

  init() {}

  init(_ profiles: [Profile], at location: DeclarationLocation) {
    for profile in profiles where !picked.contains(profile) { picked.append(profile) }
    self.location = location
  }

  func adding(_ profiles: [Profile]) -> PickedProfiles {
    var all = self
    for profile in profiles where !known.contains(profile) { all.known.append(profile) }
    return all
  }
}

/// An item that two of the picked profiles provide.
struct ProfileConflict {
  struct Side {
    let ordinal: Int
    /// The beginning of the declaration: `Route(Editor)`.
    let text: String
    let location: DeclarationLocation
    let condition: ProfileCondition
  }

  /// The token, or the key of a contribution, as source text.
  let subject: String
  let first: Side
  let second: Side
}

extension Routes.Module {
  fileprivate var identity: UInt { UInt(bitPattern: ObjectIdentifier(type)) }
}

extension Routes.Declaration {
  /// Whether a registry can have the declaration only once.
  @inline(never)
  fileprivate var isUnique: Bool {
    switch self {
    case .route(let route):
      // A second contribution of the same route is one too many, even without a key.
      !route.tokens.isEmpty || !route.names.isEmpty || !route.contributions.isEmpty
    case .adapter: true
    case .module(let module), .discovered(let module): module.declarations.contains { $0.isUnique }
    case .decorator, .profile, .profiles, .replacement, .handler, .note: false
    }
  }
}

extension Diagnostic {
  fileprivate static func duplicateModule(_ module: Routes.Module, first: DeclarationLocation) -> Diagnostic {
    let name = TypeName.of(module.type)
    return Diagnostic(
      .duplicateModule, at: module.location, "\(name) is listed twice",
      related: [Related(location: first, message: "\(name) is listed here first")],
      remedy: "list \(name) once")
  }
}
