import Waymark

/// Rows about starting kept instances in the order of the graph, measured in new processes.
enum StartingInstances {
  static func comparisons<Routes: RouteSet>(_: Routes.Type) -> [Comparison] {
    [
      Comparison(
        // The budget's additional half of a child task is about 3 µs for each instance.
        Work(
          "start all instances, cold", baseline: "a child task for each instance", budget: .ratio(1.5),
          unit: .route),
        baseline: .once {
          // The declarations of routes also name the types before the start.
          let types = (0..<Routes.count).map(instance)
          return {
            try waitForTask {
              await withTaskGroup { group in
                for type in types {
                  group.addTask {
                    // The same work as in a route's factory.
                    await Task.yield()
                    keep(type.init())
                  }
                }
              }
            }
          }
        },
        waymark: .once {
          let registry = try Registry { for number in 0..<Routes.count { route(number) } }
          return { try waitForTask { try await registry.start() } }
        }),
      Comparison(
        Work(
          "start all eager instances, cold", baseline: "a child task for each instance", budget: .ratio(1.5),
          unit: .route),
        baseline: .once {
          let types = (0..<Routes.count).map(instance)
          return {
            try waitForTask {
              await withTaskGroup { group in
                for type in types { group.addTask { keep(type.init()) } }
              }
            }
          }
        },
        waymark: .once {
          let registry = try Registry { for number in 0..<Routes.count { eagerRoute(number) } }
          return { try waitForTask { try await registry.start() } }
        }),
    ]
  }

  /// Declares an instance with an asynchronous factory, after the instance with a tenth of its number.
  private static func route(_ number: Int) -> Route {
    func declare<Own: StartedInstance, Other: StartedInstance>(_: Own.Type, _: Other.Type) -> Route {
      Route(Own.self) {
        RoutableService<Own>(declaredProtocol: Own.self)
        Singleton()
        if number > 0 { Requires(RoutableService<Other>(declaredProtocol: Other.self)) }
      } make: {
        await Task.yield()
        return Own()
      }
    }
    return declare(instance(number), instance(number / 10))
  }

  /// Declares an instance that a factory without `async` makes at the start.
  private static func eagerRoute(_ number: Int) -> Route {
    func declare<Own: StartedInstance>(_: Own.Type) -> Route {
      Route(Own.self) {
        RoutableService<Own>(declaredProtocol: Own.self)
        Singleton()
        Eager()
      } make: { _ in
        Own()
      }
    }
    return declare(instance(number))
  }

  /// Returns the type of the instance that has a number below 10,000.
  private static func instance(_ number: Int) -> any StartedInstance.Type {
    // The digits are opened one after the other, because the compiler takes too long for all at once.
    func thousands<A: Digit>(_: A.Type) -> any StartedInstance.Type {
      func hundreds<B: Digit>(_: B.Type) -> any StartedInstance.Type {
        func tens<C: Digit>(_: C.Type) -> any StartedInstance.Type {
          func ones<D: Digit>(_: D.Type) -> any StartedInstance.Type { Instance<A, B, C, D>.self }
          return _openExistential(digits[number % 10], do: ones)
        }
        return _openExistential(digits[number / 10 % 10], do: tens)
      }
      return _openExistential(digits[number / 100 % 10], do: hundreds)
    }
    return _openExistential(digits[number / 1_000 % 10], do: thousands)
  }

  private static let digits: [any Digit.Type] = [
    Zero.self, One.self, Two.self, Three.self, Four.self, Five.self, Six.self, Seven.self, Eight.self,
    Nine.self,
  ]
}

private protocol StartedInstance: AnyObject, Sendable { init() }
private final class Instance<A: Digit, B: Digit, C: Digit, D: Digit>: StartedInstance { init() {} }

private protocol Digit: SendableMetatype {}
private enum Zero: Digit {}
private enum One: Digit {}
private enum Two: Digit {}
private enum Three: Digit {}
private enum Four: Digit {}
private enum Five: Digit {}
private enum Six: Digit {}
private enum Seven: Digit {}
private enum Eight: Digit {}
private enum Nine: Digit {}
