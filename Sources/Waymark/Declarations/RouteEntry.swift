/// One entry of a route to a destination of type `Destination`.
enum RouteEntry<Destination>: Sendable {
  case provides(Provision<Destination>)
  case configured(ModuleProvision)
  case identifier(String)
  case exclusive
  case lifetime(Lifetime, @Sendable () -> SharedInstance<Destination>)
  case requires([TokenDescription])
  case accepts(Accepts)
  case entryPoint
}
