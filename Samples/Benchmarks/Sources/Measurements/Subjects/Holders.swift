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

/// Gets a kept service from its caller.
final class PlainCounterHolder {
  let counter: any Counter
  init(counter: any Counter) { self.counter = counter }
}
