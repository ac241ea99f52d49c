/// Visits the declarations of all modules once and in order, first of listed modules, then of discovered ones.
///
/// A module in a picked profile and outside of all profiles is visited outside. An extension skips the modules of its
/// base.
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
  /// The types of the modules that any block lists, including in a discovered module.
  private lazy var taken = {
    var types: Set<ObjectIdentifier> = []
    root.forEachModule { module, _ in
      if !module.isDiscovered { types.insert(ObjectIdentifier(module.type)) }
      return true
    }
    return types
  }()
  private var visitedDiscovered: Set<ObjectIdentifier> = []
  /// The different visited modules by their types, except modules in profiles that aren't picked.
  private var listed: [[Routes.Module]] = []
  /// The modules outside of ``When`` by their types, collected only for a module inside.
  private lazy var outside = Dictionary(grouping: modulesOutside()) { ObjectIdentifier($0.type) }
  private let root: Routes
  private var positions = PositionTable()
  private lazy var known = Set(base?.modules?.elements ?? [])
  private let base: RegistryImage?
  private let picked: [Profile]

  /// Calls `visit` for each declaration of any profile, and collects the visited modules and the profiles.
  init(
    _ routes: Routes, for picked: [Profile], extending base: RegistryImage? = nil,
    _ visit: (Routes.Declaration, Origin) -> Void
  ) {
    root = routes
    self.picked = picked
    self.base = base
    add(root, Origin(module: nil, condition: nil), visit)
  }

  private mutating func add(
    _ routes: Routes, _ origin: Origin, _ visit: (Routes.Declaration, Origin) -> Void
  ) {
    for declaration in routes.declarations {
      switch declaration {
      case .module(let module):
        guard begin(module, in: origin.condition) else { continue }
        add(Routes(module.declarations), Origin(module: module.type, condition: origin.condition), visit)
        if isPicked(origin.condition) { modules.append(module.module) }
      case .profile(let block):
        for profile in block.profiles {
          if !block.routes.declarations.isEmpty, !profiles.contains(profile) { profiles.append(profile) }
          if !knownProfiles.contains(profile) { knownProfiles.append(profile) }
        }
        let condition = ProfileCondition(block.profiles, inside: origin.condition)
        add(block.routes, Origin(module: origin.module, condition: condition), visit)
      case .route, .adapter, .decorator, .replacement, .handler, .note: visit(declaration, origin)
      }
    }
  }

  private func isPicked(_ condition: ProfileCondition?) -> Bool { condition?.holds(for: picked) ?? true }

  /// Returns the listed modules outside of ``When`` that this traversal visits.
  private mutating func modulesOutside() -> [Routes.Module] {
    var modules: [Routes.Module] = []
    root.forEachModule { module, isInProfile in
      guard !isInProfile, mayVisit(module) else { return false }
      if !module.isDiscovered { modules.append(module) }
      return true
    }
    return modules
  }

  /// Returns whether the base of an extension doesn't have a module, and no block lists a discovered one.
  private mutating func mayVisit(_ module: Routes.Module) -> Bool {
    let type = ObjectIdentifier(module.type)
    guard module.isDiscovered else { return !known.contains(type) || module.module.hasParameters }
    return !known.contains(type) && !taken.contains(type)
  }

  /// Returns whether to visit a module's declarations: no equal one takes its place.
  private mutating func begin(_ module: Routes.Module, in condition: ProfileCondition?) -> Bool {
    guard mayVisit(module) else { return false }
    guard !module.isDiscovered else {
      return visitedDiscovered.insert(ObjectIdentifier(module.type)).inserted
    }
    return !isPicked(condition) || list(module, isOutside: condition == nil)
  }

  /// Records a module, or returns false if an equal one takes its place.
  private mutating func list(_ module: Routes.Module, isOutside: Bool) -> Bool {
    let position = positions.position(of: module.identity) { listed[$0][0].identity == module.identity }
    let others =
      (position.map { listed[$0] } ?? []) + (isOutside ? [] : outside[ObjectIdentifier(module.type)] ?? [])
    guard module.isCycle || !others.contains(where: { $0.isEqual(to: module) }) else { return false }
    if let position {
      listed[position].append(module)
    } else {
      listed.append([module])
      positions.append { listed[$0][0].identity }
    }
    return true
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

  init(_ profiles: [Profile] = [], at location: DeclarationLocation? = nil) {
    for profile in profiles where !picked.contains(profile) { picked.append(profile) }
    self.location = location
  }

  func adding(_ profiles: [Profile]) -> PickedProfiles {
    var all = self
    for profile in profiles where !known.contains(profile) { all.known.append(profile) }
    return all
  }
}

extension Routes.Module {
  fileprivate var identity: UInt { UInt(bitPattern: ObjectIdentifier(type)) }

  /// Returns whether a module of the same type declares the same.
  fileprivate func isEqual(to other: Routes.Module) -> Bool {
    guard module.hasParameters else { return true }
    func equals<Value: Equatable>(_ value: Value) -> Bool { value == other.module as? Value }
    return (module as? any Equatable).map { equals($0) } ?? false
  }

  /// Whether the module is listed inside of itself, so that a note takes the place of its declarations.
  fileprivate var isCycle: Bool {
    declarations.contains { if case .note(let note) = $0 { note.code == .moduleCycle } else { false } }
  }
}
