/// One entry of a route, to a destination of a type that is known where the entries are read.
///
/// It is not generic: arrays of it would make the runtime build several types for each route, which takes
/// longer than all that is done with them.
enum RouteEntry: Sendable {
  case provides(Provision)
  case configured(ModuleProvision)
  case identifier(String)
  case url(URLPattern)
  case exclusive
  /// With what makes the `SharedInstance` of the destination.
  case lifetime(Lifetime, @Sendable () -> AnyObject)
  case requires([TokenDescription])
  case accepts(Accepts)
  case entryPoint
  case supports([RoutePath.Kind])
  case observes(Observes)
  case intercepts(Intercepts)
}
