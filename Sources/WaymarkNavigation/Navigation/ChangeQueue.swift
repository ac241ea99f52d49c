import WaymarkCore

/// The order in which a navigator makes changes, one at a time, as a pure state machine.
struct ChangeQueue {
  /// What happens to a change that is requested.
  enum Admission: Hashable {
    /// The change begins.
    case begins
    /// The change begins after those before it.
    case waits
    /// The change doesn't begin.
    case refused
  }

  /// The number of the change that's being made.
  private(set) var running: Int?
  /// The numbers of the changes that wait, in order.
  private(set) var waiting: [Int] = []

  /// Requests a change.
  ///
  /// - Returns: What happens to it, and the changes that it replaces: the one that's being made, which leaves when
  ///   it has stopped, and those that waited, which don't begin.
  mutating func enter(
    _ number: Int, _ policy: Navigator.BusyPolicy
  ) -> (admission: Admission, replaced: [Int]) {
    guard let running else {
      running = number
      return (.begins, [])
    }
    switch policy {
    case .refuse: return (.refused, [])
    case .wait:
      waiting.append(number)
      return (.waits, [])
    case .replace:
      let replaced = [running] + waiting
      waiting = [number]
      return (.waits, replaced)
    }
  }

  /// Removes a change that waits.
  mutating func cancel(_ number: Int) { waiting.removeAll { $0 == number } }

  /// Ends the change that's being made.
  ///
  /// - Returns: The number of the next one, which begins.
  mutating func leave() -> Int? {
    running = waiting.isEmpty ? nil : waiting.removeFirst()
    return running
  }
}
