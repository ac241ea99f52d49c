import WaymarkRuntime

/// Every ``DiscoverableModule`` of the running program, in the block of a registry.
///
///     let registry = try Registry { DiscoveredModules() }
///
/// The modules are found through the records of conformances that the compiler writes into every binary: in
/// the executable and in all libraries that are loaded at that moment, in debug and release builds, without a
/// registration, a macro or the Objective-C runtime. Their order is that of their qualified names. A module
/// that is also listed by hand counts once. A generic module cannot be made by itself; it is left out, and a
/// note says so.
///
/// - Complexity: Linear in the number of conformance records of the program.
public struct DiscoveredModules {
  let modules: [any DiscoverableModule.Type]
  let notes: [Diagnostic]

  /// Finds all modules.
  ///
  /// - Parameters:
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  public init(fileID: StaticString = #fileID, line: Int = #line) {
    self.init(where: { _ in true }, fileID: fileID, line: line)
  }

  /// Finds the modules that a condition selects.
  ///
  /// - Parameters:
  ///   - isIncluded: Whether a module is included, by its type.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  public init(
    where isIncluded: (any DiscoverableModule.Type) -> Bool, fileID: StaticString = #fileID,
    line: Int = #line
  ) {
    let scan = ConformanceScan(conformingTo: (any DiscoverableModule).self)
    modules = scan.metatypes(as: (any DiscoverableModule.Type).self)
      .map { (name: Self.sortingName(of: $0), type: $0) }
      .sorted { ($0.name.qualified, $0.name.mangled) < ($1.name.qualified, $1.name.mangled) }
      .map(\.type).filter(isIncluded)
    let location = DeclarationLocation(fileID: fileID, line: line)
    notes = scan.genericNames.sorted().map { .genericModule($0, at: location) }
  }

  /// The qualified name of a type, and its mangled name to tell private types of one name apart.
  private static func sortingName(of type: Any.Type) -> (qualified: String, mangled: String) {
    (QualifiedName.of(type), _mangledTypeName(type) ?? "")
  }
}
