import WaymarkRuntime

/// The modules whose declarations a thread is reading: a module, and the modules that list each other up to it.
final class ModuleNesting {
  fileprivate let type: Any.Type
  fileprivate let location: DeclarationLocation
  private let outer: ModuleNesting?
  /// Whether a cycle was found, after which no further module is read: many paths can lead to one cycle.
  private var isStopped = false

  /// The number of modules of one type inside of each other before they count as a cycle.
  private static let limit = 100

  private init(_ type: Any.Type, at location: DeclarationLocation, in outer: ModuleNesting?) {
    self.type = type
    self.location = location
    self.outer = outer
  }

  /// Returns the declarations of a module, or the error `module-cycle` if the module lists itself.
  static func declarations(
    of module: any RouteModule, listedAt location: DeclarationLocation
  ) -> InlineList<Routes.Declaration> {
    // Only this function nests objects.
    let outer = ThreadNesting.innermost(as: ModuleNesting.self)
    guard outer?.isStopped != true else { return InlineList() }
    let nesting = ModuleNesting(Swift.type(of: module), at: location, in: outer)
    if let cycle = nesting.cycle(of: module) {
      nesting.stop()
      return InlineList(.note(.moduleCycle(cycle)))
    }
    return ThreadNesting.with(nesting) { module.routes.declarations }
  }

  private func stop() {
    isStopped = true
    outer?.stop()
  }

  /// Returns the modules of the cycle that this one closes, or nil.
  ///
  /// A module with properties can list another value of its type, so that only many of them are a cycle.
  private func cycle(of module: any RouteModule) -> [ModuleNesting]? {
    var (cycle, number, next) = ([self], 0, outer)
    while let enclosing = next {
      if enclosing.type == type { number += 1 } else if number == 0 { cycle.append(enclosing) }
      next = enclosing.outer
    }
    guard number > 0, number >= Self.limit || !module.hasParameters else { return nil }
    return cycle.reversed()
  }
}

extension RouteModule {
  /// Whether the module has stored properties or cases, so that its values can declare different routes.
  var hasParameters: Bool {
    guard Self.self is AnyClass else { return MemoryLayout<Self>.size > 0 }
    var next: Mirror? = Mirror(reflecting: self)
    while let mirror = next {
      if !mirror.children.isEmpty { return true }
      next = mirror.superclassMirror
    }
    return false
  }
}

extension Diagnostic {
  /// Returns the error for modules that list each other.
  ///
  /// - Parameter cycle: The modules, each with the location where the one before lists it. The last one lists the
  ///   first.
  fileprivate static func moduleCycle(_ cycle: [ModuleNesting]) -> Diagnostic {
    let names = cycle.map { TypeName.of($0.type) }
    let last = names[names.count - 1]
    let listing = names.count == 1 ? last : names[names.count - 2]
    let related = zip([last] + names, cycle).map { name, listed in
      Related(location: listed.location, message: "\(name) lists \(TypeName.of(listed.type))")
    }
    return Diagnostic(
      .moduleCycle, at: cycle[cycle.count - 1].location,
      "modules list each other in a cycle: \(([last] + names).joined(separator: " → "))", related: related,
      remedy:
        "remove \(last) from the block of \(listing)\nlist each module only in the block of the registry")
  }
}
