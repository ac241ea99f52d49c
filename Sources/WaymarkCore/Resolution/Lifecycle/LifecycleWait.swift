import WaymarkRuntime

/// The wait of a task for the end of a start, a stop, or the closing of a scope, while others wait for that task.
///
/// All such waits together are a graph of lifecycles and scopes. A cycle in it would never end, so the wait of one
/// route's closure in the cycle is interrupted.
final class LifecycleWait: Sendable {
  /// The waits that block each lifecycle and scope.
  private static let waits = Lock<[ObjectIdentifier: [LifecycleWait]]>([:])

  /// The works in which the task runs.
  private let works: [LifecycleWork]
  private let subject: ObjectIdentifier
  private let interrupt: (@Sendable () -> Void)?
  private let isInterrupted = Flag()

  /// - Parameters:
  ///   - works: The works in which the task runs.
  ///   - subject: The lifecycle or the scope for which it waits.
  ///   - interrupt: Resumes the task; nil if it can't go on before the wait ends.
  init(of works: [LifecycleWork], for subject: ObjectIdentifier, interrupt: (@Sendable () -> Void)?) {
    self.works = works
    self.subject = subject
    self.interrupt = interrupt
  }

  /// Adds the wait to the graph, and interrupts another one if it closes a cycle and can't be interrupted itself.
  ///
  /// - Returns: False if it closes a cycle and wasn't added.
  func begin() -> Bool {
    let blocked = Set(works.map(\.changed))
    var interrupted: [LifecycleWait] = []
    let isAdded = Self.waits.withLock { waits in
      while let path = Self.path(from: subject, to: blocked, in: waits) {
        guard interrupt == nil, let other = path.first(where: { $0.interrupt != nil }) else { return false }
        other.isInterrupted.set()
        interrupted.append(other)
      }
      for changed in blocked { waits[changed, default: []].append(self) }
      return true
    }
    // Resuming a task may run other code, so the lock isn't held.
    for wait in interrupted { wait.interrupt?() }
    return isAdded
  }

  /// Removes the wait from the graph.
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
    !isInterrupted.isSet && works.prefix { !$0.hasEnded }.contains { $0.changed == changed }
  }

  /// Returns the waits that lead from a lifecycle or a scope to one of others; nil if none do.
  private static func path(
    from first: ObjectIdentifier, to goals: Set<ObjectIdentifier>,
    in waits: [ObjectIdentifier: [LifecycleWait]]
  ) -> [LifecycleWait]? {
    var open: [(at: ObjectIdentifier, path: [LifecycleWait])] = [(first, [])]
    var seen: Set = [first]
    while let (next, path) = open.popLast() {
      if goals.contains(next) { return path }
      for wait in waits[next] ?? [] where wait.blocks(next) && seen.insert(wait.subject).inserted {
        open.append((wait.subject, path + [wait]))
      }
    }
    return nil
  }
}

extension Registry {
  /// Starts the registries around the scopes of this one, from the outermost, then this one, and stops all after an
  /// operation.
  ///
  /// - Parameter operation: The operation, in which this registry is the current one.
  /// - Throws: What ``start()``, the operation, or stopping throws.
  package func runWithRegistriesAround(_ operation: () async throws -> Void) async throws {
    guard let outer = scope?.outer else { return try await run(operation) }
    try await outer.runWithRegistriesAround { try await run(operation) }
  }
}
