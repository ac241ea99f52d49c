extension Registry {
  /// How much of the application a registry has.
  public enum Stage: String, Sendable, Hashable, Codable, CaseIterable {
    /// What the first screen needs; the rest comes with ``Registry/extending(stage:_:)``.
    ///
    /// What is needed later, by a `@Routed` property or a router, may be missing until then, and an error about
    /// something that nothing provides says that the registry is early.
    case early
    /// Everything.
    case complete
  }
}
