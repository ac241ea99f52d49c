/// Numbered slots, each of them empty until an object is published in it, once.
///
/// Reading takes no lock: three loads with acquire ordering. The first publication in a chunk of slots allocates it, so
/// unused slots cost only a pointer for each chunk.
public final class InstanceSlots: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): all mutable state is atomic, and changes from null to its final value. A slot can
  // change back to null in two ways. `take` leaves the object to its caller, who retains it as long as the slots exist.
  // For `removeAll`, every read and every change holds `lock`, or the last user has left (`leave`): then nothing reads
  // or changes the slots anymore, because only users do, and no other user can enter.
  //
  // Orderings: a compare-exchange with release ordering sets every word after the initialization of its target, and
  // every load of a word to follow has acquire ordering. So a thread that reads an address also sees its target: the
  // chunks' words, the slots' words, or the object. A failing compare-exchange acquires the address that another thread
  // has published first, and follows that.

  @usableFromInline typealias Word = AtomicWord
  @usableFromInline static let chunkBits = 6
  @usableFromInline static var chunkSize: Int { 1 << chunkBits }

  /// The number of slots.
  public let count: Int
  @usableFromInline let directory = Word(0)

  /// The lock for reading or changing a slot, if slots can be emptied again.
  ///
  /// Its value isn't used. The thread sanitizer takes an access to an empty value for one to the header of the lock.
  @usableFromInline let lock: Lock<Bool>?

  /// The number of users, beginning with the owner, or 0 after the release of the objects.
  private let users = Word(1)
  /// The number to add to the users if the owner is never released.
  private static var forever: UInt { 1 << 40 }

  private let companionWord = Word(0)

  /// Creates empty slots.
  ///
  /// - Parameters:
  ///   - count: The number of slots.
  ///   - canBeEmptied: Whether to allow `removeAll`, which makes reading take a lock.
  package init(count: Int, canBeEmptied: Bool = false) {
    self.count = count
    lock = canBeEmptied ? Lock(true) : nil
  }

  // MARK: - Users

  /// Whether the objects exist.
  package var isUsed: Bool { users.load(ordering: .acquiring) > 0 }

  /// Adds a user, which keeps the objects until it leaves.
  ///
  /// - Returns: False if the last user has already left.
  package func enter() -> Bool {
    var count = users.load(ordering: .relaxed)
    while count > 0 {
      // Threads needn't contend for the number, because nothing is ever released in this case.
      if count >= Self.forever { return true }
      let (isAdded, current) = users.compareExchange(
        expected: count, desired: count + 1, ordering: .acquiring)
      if isAdded { return true }
      count = current
    }
    return false
  }

  /// Removes a user, and releases the objects after the last one.
  ///
  /// - Returns: Whether it was the last one.
  package func leave() -> Bool {
    let count = users.load(ordering: .relaxed)
    guard count > 0, count < Self.forever else { return false }
    // Release publishes this user's changes, and acquire makes all users' changes visible to the last one.
    guard users.add(-1, ordering: .acquiringAndReleasing) == 0 else { return false }
    // Releasing an object may run a user's `deinit`, which finds no user, and touches no slot.
    for object in takeAll() { object.release() }
    // SAFETY: this takes the word's reference, which `companion(orNew:)` counted.
    companionWord.exchange(nil, ordering: .acquiringAndReleasing).map {
      Unmanaged<AnyObject>.fromOpaque($0).release()
    }
    return true
  }

  /// Keeps the objects as long as the process, because their owner is never released.
  package func keepForever() {
    guard users.load(ordering: .relaxed) < Self.forever, enter() else { return }
    _ = users.add(Int(Self.forever), ordering: .relaxed)
  }

  /// Returns an object that the slots retain until the last user leaves, creating it if needed.
  ///
  /// The caller is a user. Without users, each call returns another object.
  package func companion(orNew make: () -> AnyObject) -> AnyObject {
    // SAFETY: the word retains the object until the last user leaves, and the caller is a user.
    if let known = companionWord.loadPointer(ordering: .acquiring) {
      return Unmanaged<AnyObject>.fromOpaque(known).takeUnretainedValue()
    }
    let object = make()
    // As above.
    return isUsed ? companionWord.keep(object) : object
  }

  /// Empties all slots, which must allow this (`canBeEmptied`), and releases their objects.
  package func removeAll() {
    guard let lock else { preconditionFailure("these slots cannot be emptied") }
    // Releasing an object may run a user's `deinit`, which may access the slots, so don't hold the lock here.
    for object in lock.withLock({ _ in takeAll() }) { object.release() }
  }

  private func takeAll() -> [Unmanaged<AnyObject>] {
    guard let chunks = directory.loadPointer(ordering: .acquiring)?.assumingMemoryBound(to: Word.self) else {
      return []
    }
    return (0..<chunkCount).flatMap { chunk -> [Unmanaged<AnyObject>] in
      guard let places = chunks[chunk].loadPointer(ordering: .acquiring)?.assumingMemoryBound(to: Word.self)
      else { return [] }
      return (0..<Self.chunkSize).compactMap { place in
        // The caller holds the lock. Acquire makes the object visible for its release. The stored null publishes
        // nothing.
        places[place].exchange(nil, ordering: .acquiringAndReleasing).map { .fromOpaque($0) }
      }
    }
  }

  private var chunkCount: Int { (count + Self.chunkSize - 1) >> Self.chunkBits }

  /// The object in a slot, or nil if the slot is empty.
  ///
  /// - Parameter index: The index of a slot, in 0..<count.
  @inlinable
  public subscript(index: Int) -> AnyObject? {
    locked { reference(at: index)?.takeUnretainedValue() }
  }

  /// Calls `body`, while no other thread changes a slot if slots can be emptied again.
  @inlinable
  func locked<Result>(_ body: () -> Result) -> Result {
    guard let lock else { return body() }
    return lock.withLock { _ in body() }
  }

  /// Returns a box without counting a reference, or nil if the slots can be emptied.
  ///
  /// The box exists as long as the slots.
  ///
  /// - Parameter index: The index of a slot in which only boxes are published, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  public func unretainedBox(_ index: Int) -> UnretainedReference<ValueBox>? {
    guard lock == nil, let reference = reference(at: index) else { return nil }
    // SAFETY: by the caller's proof.
    return UnretainedReference(Unmanaged<ValueBox>.fromOpaque(reference.toOpaque()))
  }

  @inlinable
  @inline(__always)
  func reference(at index: Int) -> Unmanaged<AnyObject>? {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    guard let chunks = directory.loadPointer(ordering: .acquiring) else { return nil }
    // SAFETY: `words(in:count:)` allocated the words and published them with release ordering, and only `deinit` frees
    // them. The precondition checks the index.
    let chunk = chunks.assumingMemoryBound(to: Word.self)[index >> Self.chunkBits]
      .loadPointer(ordering: .acquiring)
    guard let chunk else { return nil }
    // SAFETY: as above. The slot retains a published object, and after `take` its caller does.
    return chunk.assumingMemoryBound(to: Word.self)[index & (Self.chunkSize - 1)]
      .loadPointer(ordering: .acquiring).map { Unmanaged<AnyObject>.fromOpaque($0) }
  }

  /// Publishes an object in a slot if it's empty.
  ///
  /// - Returns: The object in the slot afterward: this one, or an earlier one.
  package func publish(_ object: AnyObject, at index: Int) -> AnyObject {
    // The slot retains the stored object, and after `take` its caller does.
    locked { place(index).pointee.keep(object) }
  }

  /// Empties a slot.
  ///
  /// - Parameter index: The index of a slot, in 0..<count.
  /// - Returns: The object of the slot, or nil if it was empty. The caller retains it as long as the slots exist,
  ///   because another thread may be reading it without counting a reference.
  package func take(_ index: Int) -> AnyObject? {
    locked {
      // Nothing to take needs no chunk.
      guard reference(at: index) != nil else { return nil }
      // Acquire makes the object visible for its release. The stored null publishes nothing.
      return place(index).pointee.exchange(nil, ordering: .acquiringAndReleasing)
        // SAFETY: the caller receives the slot's reference, which `publish` counted.
        .map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
    }
  }

  /// Returns the word of a slot, allocating its chunk if needed.
  private func place(_ index: Int) -> UnsafeMutablePointer<Word> {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    let chunks = Self.words(in: directory, count: chunkCount)
    return Self.words(in: chunks[index >> Self.chunkBits], count: Self.chunkSize)
      + (index & (Self.chunkSize - 1))
  }

  /// Returns the words that `word` points to, allocating them if needed.
  private static func words(in word: borrowing Word, count: Int) -> UnsafeMutablePointer<Word> {
    if let words = word.loadPointer(ordering: .acquiring) { return words.assumingMemoryBound(to: Word.self) }
    let new = UnsafeMutablePointer<Word>.allocate(capacity: count)
    for index in 0..<count { (new + index).initialize(to: Word(0)) }
    let (stored, original) = word.compareExchange(
      expected: nil, desired: UnsafeMutableRawPointer(new), ordering: .acquiringAndReleasing)
    guard !stored, let original else { return new }
    new.deinitialize(count: count).deallocate()
    // SAFETY: only this function stores here, and it stores words.
    return original.assumingMemoryBound(to: Word.self)
  }

  deinit {
    // No other reference to the slots exists anymore, and the release of the last one has made the other threads'
    // changes visible here, so plain traversal is enough.
    guard let chunks = directory.loadPointer(ordering: .acquiring)?.assumingMemoryBound(to: Word.self) else {
      return
    }
    for chunk in 0..<chunkCount {
      guard let places = chunks[chunk].loadPointer(ordering: .acquiring)?.assumingMemoryBound(to: Word.self)
      else { continue }
      for place in 0..<Self.chunkSize {
        guard let object = places[place].loadPointer(ordering: .acquiring) else { continue }
        Unmanaged<AnyObject>.fromOpaque(object).release()
      }
      places.deinitialize(count: Self.chunkSize).deallocate()
    }
    chunks.deinitialize(count: chunkCount).deallocate()
  }
}
