/// Declarations that belong to one profile of an application.
///
///     Route(DiskStore.init(clock:)) { Service(\.notes) }
///     When(.preview) {
///       Route(SampleStore.init) { Service(\.notes) }
///     }
///
/// They're used in a registry for that profile, and ignored in others. What's provided inside replaces the same
/// outside: a token, an identifier, a URL, or the key of a contribution. Everything else is added, a decorator as the
/// outermost. All profiles are checked, whichever a registry is created for.
public struct When {
  let profile: Profile
  let routes: Routes

  /// Creates the declarations of a profile.
  ///
  /// - Parameters:
  ///   - profile: The profile.
  ///   - routes: The routes, adapters, decorators, and modules of the profile.
  public init(_ profile: Profile, @RoutesBuilder _ routes: () -> Routes) {
    self.profile = profile
    self.routes = routes()
  }
}
