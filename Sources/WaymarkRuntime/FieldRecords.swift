/// The compiler's records of the stored properties of a class or struct.
///
/// Their layout is that of FieldDescriptor in `include/swift/RemoteInspection/Records.h`.
struct FieldRecords: Sequence, IteratorProtocol {
  private var upcoming: FieldRecord
  private var remaining: UInt32
  private let size: Int

  // SAFETY: the compiler wrote the descriptor into a loaded image: two relative pointers, the kind and the
  // size of a record in 16 bits each, the number of records in 32 bits, and the records.
  init(address: UnsafeRawPointer) {
    size = Int(address.load(fromByteOffset: 10, as: UInt16.self))
    remaining = address.load(fromByteOffset: 12, as: UInt32.self)
    upcoming = FieldRecord(address: address + 16)
  }

  mutating func next() -> FieldRecord? {
    guard remaining > 0 else { return nil }
    defer {
      remaining -= 1
      upcoming = FieldRecord(address: upcoming.address + size)
    }
    return upcoming
  }
}

/// The compiler's record of a stored property.
struct FieldRecord {
  fileprivate let address: UnsafeRawPointer

  /// The name of the type, unresolved.
  var typeName: MangledTypeName? { target(at: 4).map(MangledTypeName.init) }

  /// The name in the source code; empty if the program was compiled without names.
  ///
  /// The name of a property wrapper's storage begins with an underscore.
  var name: String {
    target(at: 8).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
  }

  private func target(at offset: Int) -> UnsafeRawPointer? {
    // SAFETY: a record begins with flags and two relative pointers to strings that end with a zero byte, of
    // 32 bits each; a pointer of 0 is null.
    let distance = Int(address.load(fromByteOffset: offset, as: Int32.self))
    return distance == 0 ? nil : address + offset + distance
  }
}
