import CWaymarkRuntime

/// The Swift modules of the running program and of its loaded libraries.
///
/// The conformance records of its types identify a module. Without records, its symbols do, unless they were stripped.
package struct ProgramModules {
  /// The modules with conformance records, sorted by name.
  package let names: [String]

  /// Reads the conformance records of all loaded images.
  ///
  /// - Complexity: Linear in the number of conformance records.
  package init() { names = Self.names { _ in true } }

  /// Reads the conformance records of one protocol, for the modules with a conforming type.
  ///
  /// - Parameter existential: `any P`. Another type has no module but its own.
  package init(conformingTo existential: Any.Type) {
    let metadata = Metadata(of: existential)
    guard let descriptor = metadata.descriptor else {
      let wanted = ExistentialMetadata(metadata)?.protocols?.first.map { UInt(bitPattern: $0.address) }
      names = Self.names { $0.protocol == wanted }
      return
    }
    var contexts = Contexts()
    contexts.addModule(of: descriptor.identity)
    names = contexts.modules.sorted()
  }

  private static func names(where isIncluded: (ProgramConformance) -> Bool) -> [String] {
    var contexts = Contexts()
    for section in ConformanceSection.all {
      for entry in 0..<section.count {
        let record = ProgramConformance(entry: section.start + 4 * entry)
        if isIncluded(record) { contexts.addModule(of: record.type) }
      }
    }
    return contexts.modules.sorted()
  }

  /// Returns whether the program has a module.
  ///
  /// - Complexity: Linear in the number of symbols, if the module has no conformance record.
  package func contains(_ name: String) -> Bool {
    // A mangled name begins with the module's name, after its length (`docs/ABI/Mangling.rst`).
    names.contains(name)
      || !name.isEmpty && !ProgramSymbols(prefix: "$s\(name.utf8.count)\(name)").names.isEmpty
  }

  /// The contexts that were read, and the names of their modules.
  private struct Contexts {
    private(set) var modules: Set<String> = []
    // A module has many types with many conformances, so read the names of enclosing contexts once.
    private var seen: Set<UInt> = []

    /// Adds the name of the module that encloses the descriptor of a type, if its address isn't 0.
    mutating func addModule(of type: UInt) {
      var next = UnsafeRawPointer(bitPattern: type).map { ContextDescriptor(address: $0) }
      while let context = next, seen.insert(UInt(bitPattern: context.address)).inserted {
        if context.kind == .module { modules.insert(context.name) }
        next = context.parent
      }
    }
  }
}

/// The names in the symbol tables of the running program and of its loaded libraries.
package struct ProgramSymbols {
  /// The unique names that begin with the prefix, sorted.
  package private(set) var names: [String] = []
  /// Whether the images of the types have their full tables, which stripping removes.
  package private(set) var isComplete = false

  /// Reads the symbol tables of the program and of its loaded libraries.
  ///
  /// - Parameters:
  ///   - prefix: The prefix of the names to return.
  ///   - types: The types whose images have to have full tables. Without types, it's the program itself.
  /// - Complexity: Linear in the number of symbols.
  package init(prefix: String, inImagesOf types: [Any.Type] = []) {
    var found: Set<String> = []
    let addresses = Set(types.compactMap { Metadata(of: $0).descriptor?.identity })
    #if os(macOS) || os(iOS) || os(tvOS) || os(visionOS) || os(watchOS)
      withUnsafeMutablePointer(to: &found) { pointer in
        isComplete = waymark_for_each_symbol(
          prefix, Array(addresses), addresses.count,
          { name, context in
            // SAFETY: `context` is the pointer above, which is valid during the call.
            context.assumingMemoryBound(to: Set<String>.self).pointee.insert(String(cString: name))
          }, pointer)
      }
    #else
      let images = Self.images.map { image in
        let file = waymark_map_file(image.path)
        guard let start = file.start else { return (memory: image.memory, hasFullTable: false) }
        defer { waymark_unmap_file(file) }
        let symbols = ELFSymbols(UnsafeRawBufferPointer(start: start, count: file.length), prefix: prefix)
        found.formUnion(symbols.names)
        return (memory: image.memory, hasFullTable: symbols.hasFullTable)
      }
      isComplete = Self.areFull(images, containing: addresses)
    #endif
    names = found.sorted()
  }

  #if !(os(macOS) || os(iOS) || os(tvOS) || os(visionOS) || os(watchOS))
    /// Returns whether the images that contain the addresses have full tables, or the first image without addresses.
    static func areFull(
      _ images: [(memory: Range<UInt>, hasFullTable: Bool)], containing addresses: Set<UInt>
    ) -> Bool {
      let sought =
        addresses.isEmpty
        ? Array(images.prefix(1))
        : images.filter { image in addresses.contains(where: image.memory.contains) }
      return !sought.isEmpty && sought.allSatisfy(\.hasFullTable)
    }

    private typealias Image = (path: String, memory: Range<UInt>)

    private static var images: [Image] {
      var images: [Image] = []
      withUnsafeMutablePointer(to: &images) { pointer in
        waymark_for_each_image(
          { path, memory, context in
            let start = UInt(bitPattern: memory.start)
            // SAFETY: `context` is the pointer below, which is valid during the call.
            context.assumingMemoryBound(to: [Image].self).pointee.append(
              (String(cString: path), start..<start + UInt(memory.length)))
          }, pointer)
      }
      return images
    }
  #endif

  /// Returns the demangled name of a symbol, or nil if it isn't a Swift symbol.
  package static func demangled(_ name: String) -> String? {
    name.withCString { pointer in
      guard let text = waymark_demangle(pointer, name.utf8.count) else { return nil }
      defer { waymark_free(text) }
      return String(cString: text)
    }
  }
}

/// The names in the symbol tables of a 64-bit ELF file (System V ABI, chapter 4: Object Files).
///
/// The reader checks every offset against the size of the file, so a truncated or malformed file yields fewer names,
/// and never a read beyond its end.
struct ELFSymbols {
  /// The names that begin with the prefix, in the order of the tables.
  private(set) var names: [String] = []
  /// Whether the file has the table that stripping removes.
  private(set) var hasFullTable = false

  private let file: UnsafeRawBufferPointer

  init(_ file: UnsafeRawBufferPointer, prefix: String) {
    self.file = file
    // The identification: ELF, 64 bits, little-endian.
    guard file.count >= 64, file.prefix(6).elementsEqual([0x7F, 0x45, 0x4C, 0x46, 2, 1]),
      let sections: UInt64 = load(0x28), let size: UInt16 = load(0x3A), let count: UInt16 = load(0x3C)
    else { return }
    for index in 0..<UInt64(count) {
      let (offset, overflow) = sections.addingReportingOverflow(index * UInt64(size))
      guard !overflow, let header = SectionHeader(self, at: offset) else { return }
      // SHT_SYMTAB and SHT_DYNSYM.
      guard header.type == 2 || header.type == 11 else { continue }
      let link = UInt64(header.link)
      let (linked, linkOverflow) = sections.addingReportingOverflow(link * UInt64(size))
      guard !linkOverflow, link < count, let texts = SectionHeader(self, at: linked) else { continue }
      hasFullTable = hasFullTable || header.type == 2
      read(header, texts, Array(prefix.utf8))
    }
  }

  private struct SectionHeader {
    let type: UInt32
    let offset: UInt64
    let size: UInt64
    let link: UInt32

    init?(_ symbols: ELFSymbols, at start: UInt64) {
      guard start <= UInt64(symbols.file.count), let type: UInt32 = symbols.load(start + 4),
        let offset: UInt64 = symbols.load(start + 24), let size: UInt64 = symbols.load(start + 32),
        let link: UInt32 = symbols.load(start + 40)
      else { return nil }
      (self.type, self.offset, self.size, self.link) = (type, offset, size, link)
    }
  }

  /// Returns the number at an offset, or nil if the file is too short.
  private func load<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: UInt64) -> Number? {
    let size = UInt64(MemoryLayout<Number>.size)
    let (end, overflow) = offset.addingReportingOverflow(size)
    guard !overflow, end <= UInt64(file.count) else { return nil }
    return Number(littleEndian: file.loadUnaligned(fromByteOffset: Int(offset), as: Number.self))
  }

  private mutating func read(_ table: SectionHeader, _ texts: SectionHeader, _ prefix: [UInt8]) {
    let (end, overflow) = texts.offset.addingReportingOverflow(texts.size)
    guard !overflow, end <= UInt64(file.count) else { return }
    let text = UnsafeRawBufferPointer(rebasing: file[Int(texts.offset)..<Int(end)])
    // An entry has 24 bytes. The first four are the offset of its name.
    for index in 0..<table.size / 24 {
      let (entry, entryOverflow) = table.offset.addingReportingOverflow(index * 24)
      guard !entryOverflow, let start: UInt32 = load(entry) else { return }
      guard Self.contains(prefix, in: text, at: Int(start)) else { continue }
      names.append(String(decoding: text[Int(start)...].prefix { $0 != 0 }, as: UTF8.self))
    }
  }

  /// Returns whether a text contains the bytes at an offset, which may lie beyond its end.
  ///
  /// Programs have hundreds of thousands of symbols. In a debug build, a loop costs less than `starts(with:)`, which
  /// isn't specialized there.
  private static func contains(_ bytes: [UInt8], in text: UnsafeRawBufferPointer, at start: Int) -> Bool {
    guard start <= text.count - bytes.count else { return false }
    var index = 0
    while index < bytes.count {
      guard text[start + index] == bytes[index] else { return false }
      index += 1
    }
    return true
  }
}
