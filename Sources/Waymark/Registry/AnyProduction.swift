/// The way to a destination whose type only the route knows.
struct AnyProduction: Sendable {
  let make: @Sendable (Resolver, _ configuration: Any?, Preparation<Any>?) throws(RouteError) -> Any
}
