import CWaymarkRuntime

/// An image's array of relative pointers to its conformance records.
struct ConformanceSection {
  let start: UnsafeRawPointer
  /// The number of pointers.
  let count: Int
  /// The number of pointers in the sections before it.
  let firstEntry: Int

  /// The sections of all images that the runtime knows.
  static var all: [ConformanceSection] {
    // The array's element is this type, because the runtime scans all records of the program to create the
    // type of an array of a C structure, or of a generic one such as `Range`.
    var sections: [ConformanceSection] = []
    withUnsafeMutablePointer(to: &sections) { pointer in
      waymark_for_each_conformance_section(
        { section, context in
          guard let start = section.start else { return }
          // SAFETY: `context` is the pointer below, which is valid during the call.
          let sections = context.assumingMemoryBound(to: [ConformanceSection].self)
          let firstEntry = sections.pointee.last.map { $0.firstEntry + $0.count } ?? 0
          sections.pointee.append(
            ConformanceSection(start: start, count: section.length / 4, firstEntry: firstEntry))
        }, pointer)
    }
    return sections
  }
}
