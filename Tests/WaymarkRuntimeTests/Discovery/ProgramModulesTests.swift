import Testing

@testable import WaymarkRuntime

@Suite("Swift modules of the program")
struct ProgramModulesTests {
  @Test func `the modules include the program's and its libraries' modules`() {
    let modules = ProgramModules()
    #expect(modules.names == Array(Set(modules.names)).sorted())
    for name in ["WaymarkRuntime", "WaymarkRuntimeTests", "Testing", "Swift"] {
      #expect(modules.names.contains(name) && modules.contains(name), "\(name)")
    }
    for name in ["", "WaymarkRuntim", "WaymarkRuntimeTest", "WaymarkRuntimeTestss", "waymarkruntime", "$s"] {
      #expect(!modules.contains(name), "\(name)")
    }
  }

  @Test func `the modules with a conforming type include only its own for a type that isn't a protocol`() {
    #expect(ProgramModules(conformingTo: (any NearbyPlace).self).names == ["WaymarkRuntimeTests"])
    #expect(ProgramModules(conformingTo: Nearby.self).names == ["WaymarkRuntimeTests"])
    #expect(ProgramModules(conformingTo: Int.self).names == ["Swift"])
  }
}

private protocol NearbyPlace {}
private struct Nearby: NearbyPlace {}
