/// The creations in progress in the slots of one owner, whose lock protects this value.
///
/// Most owners create one instance at a time, so one creation is inline.
package struct Creations {
  /// A creation in progress.
  package struct Creation {
    fileprivate let slot: Int
    /// The thread, as in `ResolutionStack.threadIdentity`.
    package let thread: UInt
    /// The route, which the thread retains until the creation ends.
    fileprivate let subject: UnretainedReference<AnyObject>
    /// The gate for the threads that wait, if any.
    package fileprivate(set) var gate: ThreadGate?
  }

  private var first: Creation?
  private var others: [Creation]?

  package init() {}

  package var isEmpty: Bool { first == nil }

  /// Begins a creation in a slot, unless one is in progress.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - thread: The calling thread.
  ///   - subject: The route, which the caller retains until the creation ends.
  /// - Returns: False if another creation is in progress.
  package mutating func begin(_ slot: Int, _ thread: UInt, _ subject: AnyObject) -> Bool {
    let new = Creation(
      slot: slot, thread: thread, subject: UnretainedReference(retainedByCaller: subject), gate: nil)
    guard let first else {
      first = new
      return true
    }
    guard first.slot != slot, !(others?.contains { $0.slot == slot } ?? false) else { return false }
    others = (others ?? []) + [new]
    return true
  }

  /// Ends the creation in a slot.
  ///
  /// - Returns: The creation, or nil if none is in progress.
  @discardableResult
  package mutating func end(_ slot: Int) -> Creation? {
    if let first, first.slot == slot {
      self.first = others?.popLast()
      if others?.isEmpty ?? false { others = nil }
      return first
    }
    guard let index = others?.firstIndex(where: { $0.slot == slot }) else { return nil }
    defer { if others?.isEmpty ?? false { others = nil } }
    return others?.remove(at: index)
  }

  /// Returns the thread and the route of the creation in a slot, or nil if none is in progress.
  package func current(_ slot: Int) -> (thread: UInt, subject: AnyObject)? {
    let creation = first.flatMap { $0.slot == slot ? $0 : nil } ?? others?.first { $0.slot == slot }
    // The creation ends under the same lock, so its thread still retains the route.
    return creation.map { ($0.thread, $0.subject.object) }
  }

  /// Returns the gate for the threads that wait for the creation in a slot, or nil if none is in progress.
  package mutating func gate(_ slot: Int) -> ThreadGate? {
    if let first, first.slot == slot {
      let gate = first.gate ?? ThreadGate()
      self.first?.gate = gate
      return gate
    }
    guard let index = others?.firstIndex(where: { $0.slot == slot }) else { return nil }
    let gate = others?[index].gate ?? ThreadGate()
    others?[index].gate = gate
    return gate
  }
}
