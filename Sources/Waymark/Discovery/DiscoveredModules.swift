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
/// - Complexity: Linear in the number of conformance records of the program; O(n log n) in that of modules.
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
    modules = scan.metatypes(as: (any DiscoverableModule.Type).self).filter(isIncluded)
    let location = DeclarationLocation(fileID: fileID, line: line)
    notes = scan.genericNames.sorted().map { .genericModule($0, at: location) }
  }
}
