/// Declarations that belong to some profiles of an application.
///
///     Route(DiskStore.init(clock:)) { Service(.notes) }
///     When(.preview) {
///       Route(SampleStore.init) { Service(.notes) }
///     }
///
/// A registry for one of the profiles uses them, and other registries ignore them. A token, an identifier, a URL, or a
/// contribution's key inside replaces the same one outside. The profile adds all other declarations, decorators as the
/// outermost, and contributions after the others with the same order. Creating a registry checks all profiles, and the
/// application without a profile. For an extension, see ``Registry/extending(stage:_:)``.
///
/// A registry can't pick a profile that no `When` names, because its name is probably misspelled. An empty declaration,
/// such as `When(.production) {}`, names a profile that replaces nothing.
public struct When: RoutesElement {
  let profiles: [Profile]
  let routes: Routes

  /// Creates the declarations of some profiles.
  ///
  /// - Parameters:
  ///   - profile: The profile.
  ///   - others: Other profiles with the same declarations.
  ///   - routes: The routes, adapters, decorators, and modules of the profiles.
  public init(_ profile: Profile, _ others: Profile..., @RoutesBuilder routes: () -> Routes) {
    profiles = [profile] + others
    self.routes = routes()
  }

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes { Routes(.profile(self)) }
}
