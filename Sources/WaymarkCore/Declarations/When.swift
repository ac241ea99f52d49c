/// Declarations that belong to some profiles of an application.
///
///     Route(DiskStore.init(clock:)) { Service(.notes) }
///     When(.preview) {
///       Route(SampleStore.init) { Service(.notes) }
///     }
///
/// They're used in a registry for one of the profiles, and ignored in others. A token, an identifier, a URL, or the key
/// of a contribution that is provided inside replaces the same one outside. Everything else is added, a decorator as the
/// outermost. All profiles are checked, whichever a registry is created for, and so is the application without a
/// profile.
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
