package import WaymarkRuntime

/// The immutable snapshot of all routes, compiled and checked once.
///
///     let registry = try Registry {
///       EditorModule()
///       StorageModule()
///     }
///     Registry.install(registry)
///
/// To change a registry, create another one. ``extending(stage:_:)`` adds declarations and shares the kept instances,
/// ``overriding(_:)`` replaces declarations and shares no instance, and ``opening(_:fileID:line:)`` opens a scope, such
/// as a session, with its own instances. You can call all functions on any thread, except functions that return views,
/// which belong to the main actor. Finding a route takes no lock, and takes the same time for any number of routes.
public final class Registry: Sendable, RouteVocabulary {
  // The registry of a scope retains its scope, which retains the registry around it. So only the registry outside of
  // all scopes counts references to its parts, and opening a scope counts none.
  package let imageReference: UnretainedReference<RegistryImage>
  let slotsReference: UnretainedReference<InstanceSlots>
  let propertiesReference: UnretainedReference<RegistryProperties>
  let attachmentsReference: UnretainedReference<Attachments>?
  /// The base of an extension, with the instances to share.
  package let base: Registry?
  /// The innermost open scope, or nil in a root.
  package let scope: OpenScope?
  /// The innermost scope, without counting a reference: the registry retains it.
  @inline(__always)
  var openScope: UnretainedReference<OpenScope>? { scope.map { UnretainedReference(retainedByCaller: $0) } }
  let purpose: Purpose
  /// Whether requests need neither a recorder nor a scope.
  let isPlain: Bool

  package var image: RegistryImage { imageReference.object }
  /// The slots of the instances that the registry or a scope's root keeps.
  var instances: InstanceSlots { slotsReference.object }
  var properties: RegistryProperties { propertiesReference.object }
  /// Optional parts of a registry, allocated separately to keep a registry small.
  var attachments: Attachments? { attachmentsReference?.object }

  /// The name of the registry in messages, if any.
  public var name: String? { properties.name }

  /// The part of the application's declarations that the registry has.
  public var stage: Stage { properties.stage }

  /// The picked profiles, which select ``When`` declarations.
  public var profiles: [Profile] { properties.profiles.picked }

  enum Purpose: Sendable {
    /// A registry that creates destinations.
    case use
    /// A registry for modules' own rules, which refuses requests for destinations.
    case check
    /// The current registry if none is installed.
    case standIn
    /// A registry that creates destinations in a scope, which ends with the registry.
    case scope
    /// A registry that creates the instances of a scope.
    case maker
    /// A registry that creates the instances of a root without keeping the root alive.
    case counted
  }

  /// Compiles declarations into a registry.
  ///
  ///     let registry = try Registry(name: "session") {
  ///       EditorModule()
  ///       StorageModule()
  ///     }
  ///
  /// - Parameters:
  ///   - name: A name for messages, if a program has several registries.
  ///   - stage: Whether these are all declarations, or only the ones for the first screen.
  ///   - profile: The profile to pick, or nil for the application without a profile. Compilation also checks the
  ///     others.
  ///   - fileID: The source file to report if nothing declares the profile, by default the caller's.
  ///   - line: The source line to report if nothing declares the profile, by default the caller's.
  ///   - routes: Routes, adapters, decorators, and modules.
  /// - Throws: A `RegistryError` with all diagnostics, if at least one is an error.
  /// - Complexity: Linear in the number of declarations, for each profile.
  public convenience init(
    name: String? = nil, stage: Stage = .complete, profile: Profile? = nil, fileID: StaticString = #fileID,
    line: Int = #line, @RoutesBuilder _ routes: () -> Routes
  ) throws(RegistryError) {
    try self.init(
      name: name, stage: stage, profiles: profile.map { [$0] } ?? [], fileID: fileID, line: line, routes)
  }

  /// Compiles declarations into a registry for several profiles.
  ///
  ///     let registry = try Registry(profiles: [.preview, Profile("kiosk")]) { ShopModule() }
  ///
  /// Two of the profiles can't provide the same token.
  ///
  /// - Parameters:
  ///   - name: A name for messages, if a program has several registries.
  ///   - stage: Whether these are all declarations, or only the ones for the first screen.
  ///   - profiles: The profiles to pick, or none for the application without a profile. Compilation also checks each
  ///     other profile alone.
  ///   - fileID: The source file to report if nothing declares a profile, by default the caller's.
  ///   - line: The source line to report if nothing declares a profile, by default the caller's.
  ///   - routes: Routes, adapters, decorators, and modules.
  /// - Throws: A `RegistryError` with all diagnostics, if at least one is an error.
  /// - Complexity: Linear in the number of declarations, for each profile.
  public convenience init(
    name: String? = nil, stage: Stage = .complete, profiles: [Profile], fileID: StaticString = #fileID,
    line: Int = #line, @RoutesBuilder _ routes: () -> Routes
  ) throws(RegistryError) {
    let profiles = PickedProfiles(profiles, at: DeclarationLocation(fileID: fileID, line: line))
    let linked = Linked(routes(), mode: .new, base: nil, stage: stage, profiles: profiles)
    self.init(try Parts(compiling: linked, base: nil, name: name))
  }

  /// Returns the profiles that declarations name, for example to offer them in a command's help.
  ///
  ///     let names = Registry.profiles { ShopModule() }.map(\.name)
  ///
  /// - Parameter routes: Routes, adapters, decorators, and modules.
  /// - Returns: The profiles of ``When``, each once, in the order of their first declaration.
  /// - Complexity: Linear in the number of declarations.
  public static func profiles(@RoutesBuilder _ routes: () -> Routes) -> [Profile] {
    ModuleTraversal(routes(), for: []) { _, _ in }.knownProfiles
  }

  /// Creates a root.
  init(_ parts: Parts, purpose: Purpose = .use) {
    // `releaseParts()` releases them.
    isPlain = purpose != .counted && parts.attachments?.recorder == nil
    imageReference = UnretainedReference(retaining: parts.image)
    slotsReference = UnretainedReference(retaining: parts.instances)
    propertiesReference = UnretainedReference(retaining: parts.properties)
    attachmentsReference = parts.attachments.map { UnretainedReference(retaining: $0) }
    base = parts.base
    scope = nil
    self.purpose = purpose
  }

  /// Creates the registry of a scope, with the parts of the registry around it.
  ///
  /// - Parameters:
  ///   - scope: The scope.
  ///   - base: The registry of the same scope with the instances to share, or nil.
  ///   - purpose: Whether users request destinations from the registry, or it makes the instances of the scope.
  init(_ scope: OpenScope, base: Registry?, _ purpose: Purpose) {
    let outer = scope.outer
    imageReference = outer.imageReference
    slotsReference = outer.slotsReference
    propertiesReference = outer.propertiesReference
    attachmentsReference = outer.attachmentsReference
    self.base = base
    self.scope = scope
    self.purpose = purpose
    isPlain = false
  }

  deinit {
    guard let openScope else {
      if purpose != .counted { endUse() }
      return releaseParts()
    }
    // An open scope ends with its registry, which still retains the scope here.
    guard purpose == .scope else { return }
    openScope.read { $0.close(extending: base) }
  }

  private func releaseParts() {
    attachmentsReference?.release()
    propertiesReference.release()
    slotsReference.release()
    imageReference.release()
  }

  /// The registry outside of all scopes.
  var root: Registry {
    if openScope == nil { return self }
    var next = self
    while let scope = next.scope { next = scope.outer }
    return next
  }

  /// Returns the handlers of one kind, starting with base registries.
  package func handlers<Kind: Handler>(_: Kind.Type) -> [Kind] {
    properties.handlers?.elements.compactMap { $0 as? Kind } ?? []
  }
}
