import WaymarkRuntime

/// Every ``DiscoverableModule`` of the running program, in the block of a registry.
///
///     let registry = try Registry { DiscoveredModules() }
///
/// Waymark finds the modules through the conformance records that the compiler emits into the executable and all loaded
/// libraries. That works in debug and release builds, without registration, macros, or the Objective-C runtime. Modules
/// are in the order of their qualified names. A module that you also list explicitly is compiled once. A generic module
/// can't be created without type arguments, so Waymark reports a note and omits it. A program without any module gets a
/// warning. A preview of a package target has no image on disk, so Waymark finds no module there.
///
/// - Complexity: Linear in the number of conformance records of the program, and O(n log n) in the number of modules.
public struct DiscoveredModules: RoutesElement {
  let modules: [any DiscoverableModule.Type]
  let notes: [Diagnostic]
  private let location: DeclarationLocation

  /// Finds all modules of the program, or the ones that satisfy a condition.
  ///
  ///     DiscoveredModules(where: { $0 != DebugModule.self })
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether to include a module, by its type.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  public init(
    where isIncluded: (any DiscoverableModule.Type) -> Bool = { _ in true }, fileID: StaticString = #fileID,
    line: Int = #line
  ) {
    self.init(
      ConformanceScan(conformingTo: (any DiscoverableModule).self), where: isIncluded,
      at: DeclarationLocation(fileID: fileID, line: line))
  }

  init(
    _ scan: ConformanceScan, where isIncluded: (any DiscoverableModule.Type) -> Bool = { _ in true },
    at location: DeclarationLocation
  ) {
    let all = scan.metatypes(as: (any DiscoverableModule.Type).self)
    modules = all.filter(isIncluded)
    self.location = location
    notes =
      scan.genericNames.sorted().map { .genericModule($0, at: location) }
      + (all.isEmpty ? [.noDiscoveredModule(at: location)] : [])
  }

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes {
    let found = modules.map {
      Routes.Declaration.module(Routes.Module($0.init(), at: location, isDiscovered: true))
    }
    return Routes(InlineList(found + notes.map { .note($0) }))
  }
}

extension Diagnostic {
  fileprivate static func genericModule(_ name: String, at location: DeclarationLocation) -> Diagnostic {
    Diagnostic(
      .genericModule, severity: .note, at: location,
      "\(name) is a generic DiscoverableModule and was skipped, because its type arguments are not known",
      remedy: "conform it to RouteModule only, and list an instance of it in the registry")
  }

  static func noDiscoveredModule(at location: DeclarationLocation) -> Diagnostic {
    Diagnostic(
      .noDiscoveredModule, severity: .warning, at: location,
      "DiscoveredModules() found no DiscoverableModule in the program",
      remedy: """
        list the modules in the registry, which a preview of a package target needs
        pass -ObjC to the linker, if the modules are in a static library for an Apple system
        conform a module that isn't generic to DiscoverableModule
        """)
  }
}

/// A module that ``DiscoveredModules`` finds without being listed.
///
///     public struct EditorModule: DiscoverableModule {
///       public init() {}
///       public var routes: Routes { Route(Editor.self) { View<any EditorInput>() } }
///     }
///
/// The type can't be generic.
///
/// - Important: Make the type `public` or `package`, or a final class. A release build removes a less accessible struct
///   or enum, and its conformance record, if no other code in its Swift module mentions it. A debug build keeps it.
public protocol DiscoverableModule: RouteModule, SendableMetatype {
  /// Creates the module.
  init()
}

extension RegistryImage {
  /// Returns the names of the program's modules that provide a token and aren't in the registry, the nearest one first.
  ///
  /// It reads all declarations of all modules once.
  func modules(providing token: TokenDescription) -> [String] {
    names(of: ModuleProvisions.all(), near: token) { $0.tokens.contains(token) }
  }

  /// Returns the names of modules that need values and aren't in the registry, the nearest one first.
  ///
  /// Waymark can't read the declarations of a module without its values. So these are the modules of targets with a
  /// type that conforms to the token's type. If there are more than three, only the ones with a similar name are
  /// likely.
  func modulesWithValues(near token: TokenDescription) -> [String] {
    let all = ModuleProvisions.all().filter(\.needsValues)
    let targets = ProgramModules(conformingTo: token.type).names
    let similar = names(of: all, near: token) {
      NearMiss.of(TypeName.bare(token.type), among: [$0.subject]) != nil
    }
    let found = names(of: all, near: token) { module in
      similar.contains(module.name) || targets.contains { module.qualifiedName.hasPrefix("\($0).") }
    }
    return found.count > 3 ? similar : found
  }

  private func names(
    of modules: [ModuleProvisions], near token: TokenDescription, where isIncluded: (ModuleProvisions) -> Bool
  ) -> [String] {
    let listed = Set(self.modules?.elements ?? [])
    let name = TypeName.bare(token.type)
    var found: [(distance: Int, name: String)] = []
    for module in modules where !listed.contains(module.type) && isIncluded(module) {
      guard !found.contains(where: { $0.name == module.name }) else { continue }
      found.append((NearMiss.distance(of: name, from: module.subject), module.name))
    }
    return found.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.map(\.name)
  }
}

/// The tokens that a module of the program provides.
private struct ModuleProvisions: Sendable {
  let type: ObjectIdentifier
  /// The name of the type, or its qualified name if the type of another module has the same name.
  var name: String
  let qualifiedName: String
  /// Whether only another module can create it.
  var needsValues = true
  /// The tokens that its own declarations provide outside of ``When``.
  var tokens: [TokenDescription] = []

  /// The name of the type without "Module".
  var subject: String { name.hasSuffix("Module") ? String(name.dropLast(6)) : name }

  init(_ type: Any.Type) {
    self.type = ObjectIdentifier(type)
    name = TypeName.of(type)
    qualifiedName = QualifiedName.of(type)
  }

  private static let known = Lock<[ModuleProvisions]?>(nil)
  /// Whether declarations are being read, one of which can create an invalid registry.
  @TaskLocal private static var isReading = false

  /// Returns the tokens of all modules that other files can list, except in libraries loaded after the first call.
  static func all() -> [ModuleProvisions] {
    if let known = known.withLock({ $0 }) { return known }
    guard !isReading else { return [] }
    let all = $isReading.withValue(true) { read() }
    known.withLock { $0 = all }
    return all
  }

  private static func read() -> [ModuleProvisions] {
    var all: [ModuleProvisions] = []
    var positions: [ObjectIdentifier: Int] = [:]
    func add(_ type: Any.Type, _ tokens: [TokenDescription]?) {
      let position = positions[ObjectIdentifier(type)] ?? all.count
      if position == all.count {
        positions[ObjectIdentifier(type)] = position
        all.append(ModuleProvisions(type))
      }
      guard let tokens else { return }
      // Another module can list an instance of a module that needs values.
      all[position].needsValues = false
      all[position].tokens += tokens
    }
    let scan = ConformanceScan(conformingTo: (any RouteModule).self)
    // The name of a private type contains its context, which has no name.
    for type in scan.metatypes(as: (any RouteModule.Type).self)
    where !String(reflecting: type).contains("(unknown context") {
      guard let module = instance(of: type) else {
        add(type, nil)
        continue
      }
      let routes = Routes(.module(Routes.Module(module, at: DeclarationLocation())))
      _ = ModuleTraversal(routes, for: []) { declaration, origin in
        if let type = origin.module, origin.condition == nil { add(type, declaration.provided) }
      }
    }
    var counts: [String: Int] = [:]
    for module in all { counts[module.name, default: 0] += 1 }
    for index in all.indices where counts[all[index].name] != 1 { all[index].name = all[index].qualifiedName }
    return all
  }

  /// Returns a module, or nil if it needs arguments.
  private static func instance<Module: RouteModule>(of type: Module.Type) -> (any RouteModule)? {
    (type as? any DiscoverableModule.Type)?.init() ?? onlyValue(of: type)
  }
}

extension Routes.Declaration {
  /// The tokens that can request a provided destination or a collection with contributions.
  fileprivate var provided: [TokenDescription] {
    switch self {
    case .route(let route): (route.tokens + route.contributions.map(\.token)).flatMap(\.requests)
    case .adapter(let adapter): adapter.required.requests
    case .decorator, .replacement, .profile, .handler, .module, .note: []
    }
  }
}

extension TokenDescription {
  /// The tokens that can request a token: for a name, also its type.
  fileprivate var requests: [TokenDescription] { isNamed ? [self, unnamed] : [self] }
}
