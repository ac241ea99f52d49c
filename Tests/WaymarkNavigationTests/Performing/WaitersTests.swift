import SharedFixtures
import Testing
import Waymark

@testable import WaymarkNavigation

/// Tests the list of waiting tasks without tasks, because the runtime doesn't always continue them in order.
///
/// On Linux, about one of ten rounds of eight tasks is out of order, even in a program without Waymark.
@MainActor
@Suite("The list of waiting tasks")
struct WaitersTests {
  private let waiters = Waiters<Void>()
  private let log = Log()

  /// Adds a number of tasks that log their place and their result.
  private func add(_ count: Int) -> [Int] {
    (0..<count).map { place in
      let number = waiters.makeNumber()
      waiters.add(number) { [log] result in log.append(Self.line(place, result)) }
      return number
    }
  }

  private static func line(_ place: Int, _ result: Result<Void, any Error>) -> String {
    switch result {
    case .success: "\(place)"
    case .failure(let error as RouteError): "\(place) \(error.code)"
    case .failure(let error): "\(place) \(type(of: error))"
    }
  }

  @Test func `tasks resume once and in order, unless they were removed`() {
    let numbers = add(12)
    #expect(Set(numbers).count == 12 && log.all.isEmpty)
    waiters.remove(numbers[1])?(.failure(CancellationError()))
    #expect(waiters.remove(numbers[1]) == nil)
    waiters.resume(.success(()))
    #expect(log.all == ["1 CancellationError", "0"] + (2..<12).map { "\($0)" })
    waiters.resume(.success(()))
    #expect(log.all.count == 12 && waiters.remove(numbers[2]) == nil)
  }

  @Test func `a task added during resumption waits for the next one`() {
    waiters.add(waiters.makeNumber()) { [waiters, log] _ in
      log.append("first")
      waiters.add(waiters.makeNumber()) { _ in log.append("second") }
    }
    waiters.resume(.success(()))
    #expect(log.all == ["first"])
    waiters.resume(.success(()))
    #expect(log.all == ["first", "second"])
  }
}
