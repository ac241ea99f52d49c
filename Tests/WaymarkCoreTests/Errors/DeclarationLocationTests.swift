import Testing
import WaymarkCore

@Suite("Locations of declarations")
struct DeclarationLocationTests {
  @Test func `a location is a file and a line`() {
    let location = DeclarationLocation(fileID: "Notes/Routes.swift", line: 7)
    #expect(location == DeclarationLocation(fileID: "Notes/Routes.swift", line: 7))
    #expect(location != DeclarationLocation(fileID: "Notes/Routes.swift", line: 8))
    #expect(location != DeclarationLocation(fileID: "Editor/Routes.swift", line: 7))
    #expect(location.hashValue == DeclarationLocation(fileID: "Notes/Routes.swift", line: 7).hashValue)
    #expect(location.description == "Notes/Routes.swift:7")
  }
}
