import WaymarkRuntime

/// Every ``DiscoverableModule`` of the running program, in the block of a registry.
///
///     let registry = try Registry { DiscoveredModules() }
///
/// The modules are found through the conformance records that the compiler emits into every binary: the
/// executable and all libraries that are loaded at that time. That works in debug and release builds, without
/// registration, macros, or the Objective-C runtime. Modules are in the order of their qualified names. A
/// module that is also listed explicitly is compiled once. A generic module can't be created without type
/// arguments; it's omitted, and a note reports it.
///
/// - Complexity: Linear in the number of conformance records of the program; O(n log n) in the number of
///   modules.
public struct DiscoveredModules: RoutesElement {
  let modules: [any DiscoverableModule.Type]
  let notes: [Diagnostic]

  /// Finds the modules of the program, all of them or those that satisfy a condition.
  ///
  ///     DiscoveredModules(where: { $0 != DebugModule.self })
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether a module is included, by its type.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  public init(
    where isIncluded: (any DiscoverableModule.Type) -> Bool = { _ in true }, fileID: StaticString = #fileID,
    line: Int = #line
  ) {
    let scan = ConformanceScan(conformingTo: (any DiscoverableModule).self)
    modules = scan.metatypes(as: (any DiscoverableModule.Type).self).filter(isIncluded)
    let location = DeclarationLocation(fileID: fileID, line: line)
    notes = scan.genericNames.sorted().map { .genericModule($0, at: location) }
  }

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes {
    var declarations = InlineList<Routes.Declaration>()
    for module in modules { declarations.append(.discovered(Routes.Module(module.init()))) }
    for note in notes { declarations.append(.note(note)) }
    return Routes(declarations)
  }
}

extension Diagnostic {
  fileprivate static func genericModule(_ name: String, at location: DeclarationLocation) -> Diagnostic {
    Diagnostic(
      .genericModule, severity: .note, at: location,
      "\(name) is a generic DiscoverableModule and was skipped, because its type arguments are not known",
      remedy: "conform it to RouteModule only, and list an instance of it in the registry")
  }
}

/// A module that ``DiscoveredModules`` finds without being listed.
///
///     public struct EditorModule: DiscoverableModule {
///       public init() {}
///       public var routes: Routes { Route(Editor.self) { View<any EditorInput>() } }
///     }
///
/// The type has an initializer without parameters, and isn't generic.
///
/// - Important: Make the type `public` or `package`, or a final class. A release build is optimized as a
///   whole and removes a struct or an enum with less access that nothing in its Swift module mentions,
///   together with the record by which it would be found. A debug build keeps it.
public protocol DiscoverableModule: RouteModule, SendableMetatype {
  /// Creates the module.
  init()
}
