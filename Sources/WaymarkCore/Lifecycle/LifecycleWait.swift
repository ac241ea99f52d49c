import WaymarkRuntime

/// The wait of a task for the end of a start, a stop, or a closing, while others wait for that task.
///
/// The waits form a graph of lifecycles and scopes. A cycle in it would never end, so Waymark interrupts the wait of
/// one route's operation in the cycle.
final class LifecycleWait: Sendable {
  /// The waits that block each lifecycle and scope.
  private static let waits = Lock<[ObjectIdentifier: [LifecycleWait]]>([:])

  /// The works that the task is part of.
  private let works: [LifecycleWork]
  private let subject: any LifecycleWork.Subject
  private let interrupt: (@Sendable () -> Void)?
  private let isInterrupted = AtomicFlag(false)

  /// Creates the wait of a task for a lifecycle or scope, with a closure that resumes the task earlier if possible.
  init(of works: [LifecycleWork], for subject: any LifecycleWork.Subject, interrupt: (@Sendable () -> Void)?)
  {
    self.works = works
    self.subject = subject
    self.interrupt = interrupt
  }

  /// Adds the wait and returns true, interrupting others in a cycle, or returns false if this one has to be
  /// interrupted.
  func begin() -> Bool {
    let blocked = Set(works.map(\.changed))
    var search = Search()
    let isAdded = Self.waits.withLock { waits in
      while let path = search.path(from: subject, to: blocked, in: waits) {
        guard interrupt == nil, search.interrupt(path) else { return false }
      }
      for changed in blocked { waits[changed, default: []].append(self) }
      return true
    }
    search.resume()
    return isAdded
  }

  /// Interrupts the waits that would never end, because a start waits for creations that began before it.
  static func interruptCycles(through start: Lifecycle) {
    var search = Search()
    waits.withLock { waits in
      for blocker in start.blockers(&search.retained) {
        while let path = search.path(from: blocker, to: [ObjectIdentifier(start)], in: waits),
          search.interrupt(path)
        {}
      }
    }
    search.resume()
  }

  func end() {
    Self.waits.withLock { waits in
      for changed in Set(works.map(\.changed)) {
        waits[changed]?.removeAll { $0 === self }
        if waits[changed]?.isEmpty ?? false { waits[changed] = nil }
      }
    }
  }

  /// Returns whether a lifecycle or a scope doesn't end before this wait.
  private func blocks(_ changed: ObjectIdentifier) -> Bool {
    !isInterrupted.load(ordering: .acquiring)
      && works.prefix { !$0.hasEnded }.contains { $0.changed == changed }
  }

  private struct Search {
    /// The lifecycles that the search has used, to release without the lock.
    var retained: [Lifecycle] = []
    private var interrupted: [LifecycleWait] = []

    /// Interrupts the first wait in a path that has a closure for it, or returns false if none has one.
    mutating func interrupt(_ path: [LifecycleWait]) -> Bool {
      guard let wait = path.first(where: { $0.interrupt != nil }) else { return false }
      wait.isInterrupted.store(true, ordering: .releasing)
      interrupted.append(wait)
      return true
    }

    /// Resumes the tasks of interrupted waits, without the lock, because that can run other code.
    func resume() { for wait in interrupted { wait.interrupt?() } }

    /// Returns the waits that lead from a lifecycle or a scope to one of others, if any.
    mutating func path(
      from first: any LifecycleWork.Subject, to goals: Set<ObjectIdentifier>,
      in waits: [ObjectIdentifier: [LifecycleWait]]
    ) -> [LifecycleWait]? {
      var open: [(at: any LifecycleWork.Subject, path: [LifecycleWait])] = [(first, [])]
      var seen: Set = [ObjectIdentifier(first)]
      while let (next, path) = open.popLast() {
        let changed = ObjectIdentifier(next)
        if goals.contains(changed) { return path }
        for wait in waits[changed] ?? []
        where wait.blocks(changed) && seen.insert(ObjectIdentifier(wait.subject)).inserted {
          open.append((wait.subject, path + [wait]))
        }
        let others =
          (next as? Lifecycle)?.blockers(&retained) ?? (next as? OnDemandStart)?.blockers(&retained)
        for other in others ?? [] where seen.insert(ObjectIdentifier(other)).inserted {
          open.append((other, path))
        }
      }
      return nil
    }
  }
}
