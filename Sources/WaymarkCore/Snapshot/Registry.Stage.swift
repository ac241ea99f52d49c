extension Registry {
  /// The part of an application's declarations that a registry has.
  ///
  ///     let early = try Registry(stage: .early) { LaunchModule() }
  ///     let complete = try early.extending { EditorModule() }
  public enum Stage: String, Sendable, Hashable, Codable, CaseIterable {
    /// The declarations that the first screen needs; ``Registry/extending(stage:_:)`` adds the others later.
    ///
    /// Dependencies that are only resolved later, by a `@Routed` property or a router, may be missing from an
    /// early registry. They're checked when the registry is extended to a complete one. An error about a
    /// missing provider says that the registry is early.
    case early
    /// All declarations: every dependency has to be provided.
    case complete
  }
}
