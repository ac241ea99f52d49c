/// A service that can be made without parameters, so that its route needs no factory.
///
///     Route(SystemTime.self) { Service<any TimeSource>() }
public protocol ServiceDestination: SendableMetatype {
  /// Creates the service.
  init()
}
