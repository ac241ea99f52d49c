import Testing

@testable import WaymarkRuntime

@Suite("Meaning of mangled type names")
struct MangledTypeNameTests {
  private func meaning(of name: String) -> String {
    name.utf8CString.withUnsafeBytes { meaning(at: $0.baseAddress) }
  }

  private func meaning(at address: UnsafeRawPointer?) -> String {
    switch address.map({ MangledTypeName(address: $0).meaning }) {
    case .structure: "struct"
    case .parts: "parts"
    case .other: "other"
    case .unknown: "unknown"
    case nil: "nothing"
    }
  }

  @Test(arguments: [
    // The standard library's
    "Si", "SS", "SO", "ScP", "Sct", "SC", "SaySiG", "SDySSSiG", "ShySiG", "SPySiG", "ScTyyts5NeverOG",
    "ScSySiG",
    // Builtins
    "BD", "Bo", "Bi64_", "BI", "Bi8_Bv16_",
    // Optionals, tuples, functions, metatypes
    "4Main5InnerVSg", "yt", "yyc", "ySSc", "SiyYaYbKc", "ySiXC", "Sim", "xm",
    // Existential types
    "yp", "yXl", "s5Error_p", "4Main5Store_p", "4Main5StorePXp", "4Main5StoreP_So8NSObjectCXc",
    // Classes, enums, and references to them
    "So8NSObjectC", "4Main4RootC", "4Main6ChoiceO", "So8NSObjectCSgXw", "4Main4RootCXo", "4Main4RootCXu",
  ])
  func `the name of a type that isn't a struct is recognized`(name: String) {
    #expect(meaning(of: name) == "other")
  }

  @Test(arguments: ["SiSg", "Si_SSt", "SaySiGSg"])
  func `the name of an Optional or a tuple that begins with a standard type is one with parts`(name: String) {
    #expect(meaning(of: name) == "parts")
  }

  @Test(arguments: [
    // Generic parameters, their members, and opaque types
    "x", "q_", "qd__", "xSg", "q_Sg", "x_Sit", "7ElementQz", "xQp", "4main3fooQryFQOyQo_", "xQt",
    // Structs by name
    "s5Int32V", "So8_NSRangeV", "4Main5InnerV", "4Main5OuterVySi_G", "Sa4MainE6WindowVySi_G",
    "Si4MainE6DigitsV",
    // Types that store their arguments
    "SnySiG", "SNySiG", "SIySaySiGG",
    // A tuple of one type if the pack has one
    "xxQp_t", "4Main5InnerVyxGxQp_t",
    // Not understood
    "", "X", "S", "S2i", "B", "ScS8IteratorVySi_G",
  ])
  func `a name that may be a struct is undecided`(name: String) { #expect(meaning(of: name) == "unknown") }

  /// Returns the meaning of a name that consists of a reference to a descriptor of a kind, and a rest.
  private func meaning(ofReferenceToKind kind: UInt32, rest: String) -> String {
    var bytes = withUnsafeBytes(of: kind) { Array($0) }
    bytes.append(0x01)
    // The reference is relative to its own address, which follows the flags of the descriptor and the first character.
    withUnsafeBytes(of: Int32(-5)) { bytes += $0 }
    bytes += Array(rest.utf8) + [0]
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 4)
    defer { memory.deallocate() }
    memory.copyBytes(from: bytes)
    return meaning(at: memory.baseAddress.map { UnsafeRawPointer($0) + 4 })
  }

  @Test(
    arguments: [
      (17, "", "struct"), (17, "ySiG", "struct"), (17, "ySi_SSG", "struct"),
      (16, "", "other"), (16, "ySiG", "other"), (18, "", "parts"), (18, "ySiG", "parts"),
      // An Optional, functions, a metatype, and a tuple of the type
      (17, "Sg", "parts"), (17, "ySiGSg", "parts"), (17, "yc", "other"), (17, "yXC", "other"),
      (17, "m", "other"),
      (17, "_Sit", "parts"),
      // A protocol, and a type nested in a generic one
      (3, "_p", "other"), (3, "", "unknown"), (17, "5InnerVySi_G", "unknown"),
    ] as [(UInt32, String, String)])
  func `a reference has the kind of its descriptor unless the rest forms another type`(
    kind: UInt32, rest: String, meaning: String
  ) {
    #expect(self.meaning(ofReferenceToKind: kind, rest: rest) == meaning)
  }

  @Test func `padding before a reference is skipped`() {
    let bytes: [UInt8] = [0xFF, 0xFF, 0x53, 0x69, 0]  // "Si"
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, case .other = MangledTypeName(address: start).meaning else {
        Issue.record("the padding was not skipped")
        return
      }
    }
  }
}
