extension Registry {
  /// The part of an application's declarations that a registry has.
  ///
  ///     let early = try Registry(stage: .early) { LaunchModule() }
  ///     let complete = try early.extending { EditorModule() }
  public enum Stage: Sendable, Hashable, CaseIterable {
    /// The declarations that the first screen needs, to complete later with ``Registry/extending(stage:_:)``.
    ///
    /// An early registry can lack dependencies that are resolved later, by a `@Routed` property or a router. Compiling
    /// the complete extension checks them, in all profiles, so an early registry keeps the routes of other profiles. A
    /// request for a missing dependency throws an error that says that the registry is early.
    case early
    /// All declarations, which must provide every dependency.
    case complete
  }
}
