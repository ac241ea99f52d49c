import Waymark

/// Gets a new service from a registry.
final class RoutedClockHolder {
  @Routed(RoutableService()) var clock: any Clock
}

/// Gets a new service from its caller.
final class PlainClockHolder {
  let clock: any Clock
  init(clock: any Clock) { self.clock = clock }
}

/// Gets a kept service from a registry.
final class RoutedCounterHolder {
  @Routed(RoutableService()) var counter: any Counter
}

/// Gets three kept services from a registry, as a view model does.
final class RoutedCounters {
  @Routed(RoutableService()) var first: any Counter
  @Routed(RoutableService()) var second: any Counter
  @Routed(RoutableService()) var third: any Counter
}

/// Gets three kept services from its caller.
final class PlainCounters {
  let first: any Counter
  let second: any Counter
  let third: any Counter

  init(_ counter: any Counter) { (first, second, third) = (counter, counter, counter) }
}

/// Gets a kept service from its caller.
final class PlainCounterHolder {
  let counter: any Counter
  init(counter: any Counter) { self.counter = counter }
}
