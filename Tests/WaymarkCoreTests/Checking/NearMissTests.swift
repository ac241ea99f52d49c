import Testing

@testable import WaymarkCore

@Suite("Suggestions for misspelled names")
struct NearMissTests {
  @Test(
    arguments: [
      ("editor", ["editor"], "editor"),
      ("edtior", ["store", "editor"], "editor"),
      ("Editor", ["editor"], "editor"),
      ("stroe", ["store"], "store"),
      ("editors", ["editor", "editor-s"], "editor"),
      ("abba", ["abab"], "abab"),
      ("aab", ["aaab", "b"], "aaab"),
      ("note-list", ["note_list", "notes"], "note_list"),
      ("x", ["y", "xy", "X"], "X"),
      ("editor", ["store", "list"], nil),
      ("", ["a", "list"], nil),
      ("editor", [], nil),
      ("DetailController", ["LoginController"], nil),
      ("DetialController", ["DetailController"], "DetailController"),
    ] as [(String, [String], String?)])
  func `the closest candidate is suggested`(name: String, candidates: [String], expected: String?) {
    #expect(NearMiss.of(name, among: candidates) == expected)
  }
}
