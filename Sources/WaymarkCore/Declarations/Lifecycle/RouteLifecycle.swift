import WaymarkRuntime

/// One entry about the start and the end of a kept instance.
enum LifecycleEntry: Sendable {
  typealias Work = @concurrent @Sendable (_ instance: ValueBox) async throws -> Void

  case starting(Work)
  case stopping(within: Duration, Work)
  case eager
}

/// What's done with the kept instance of a route besides making it.
struct RouteLifecycle: Sendable {
  /// The work that starts the instance, in order.
  private(set) var starting: [LifecycleEntry.Work] = []
  /// The work that stops the instance, in order, each with its limit.
  private(set) var stopping: [(limit: Duration, work: LifecycleEntry.Work)] = []
  /// Whether the instance is made when the registry is started.
  private(set) var isEager = false

  /// Returns these entries and another one.
  func adding(_ entry: LifecycleEntry) -> Self {
    var result = self
    switch entry {
    case .starting(let work): result.starting.append(work)
    case .stopping(let limit, let work): result.stopping.insert((limit, work), at: 0)
    case .eager: result.isEager = true
    }
    return result
  }

  /// The entries as they're written, for messages.
  var names: [String] {
    (isEager ? ["Eager()"] : []) + (starting.isEmpty ? [] : ["Starting"])
      + (stopping.isEmpty ? [] : ["Stopping"])
  }
}

/// A factory that takes asynchronous work to make a destination.
final class AsynchronousFactory: Sendable {
  typealias Make = @concurrent @Sendable (any AsynchronousRequest) async throws -> ValueBox

  /// The function that makes a destination, as a box of its value.
  let make: Make

  init(_ make: @escaping Make) { self.make = make }
}

/// The start of a route's instance, as its asynchronous factory sees it.
protocol AsynchronousRequest: Sendable {
  /// The resolver for the factory's dependencies.
  var resolver: Resolver { get }

  /// Runs a synchronous part of the factory as one level of the thread's resolution stack.
  func resolve(_ body: () throws -> Void) throws
}

extension AsynchronousRequest {
  /// Returns the result of a synchronous part of the factory.
  func resolving<Result>(_ body: (Resolver) throws -> Result) throws -> Result {
    var result: Result?
    try resolve { result = try body(resolver) }
    guard let result else { preconditionFailure("resolve runs its body") }
    return result
  }
}

extension RouteDeclaration {
  /// Whether only `start()` provides the instance: it takes asynchronous work to make or to start.
  var needsStart: Bool { factory.asynchronous != nil || !(lifecycle?.starting.isEmpty ?? true) }

  /// Whether `start()` makes the instance.
  var isStarted: Bool { needsStart || lifecycle?.isEager ?? false }

  /// Whether the route's instance is kept until its registry or scope ends.
  var isKeptToTheEnd: Bool { lifetime == .singleton || lifetime == .scoped }
}
