import Testing
import WaymarkRuntime

@Suite struct MainThreadTests {
  private final class Box {}

  @MainActor private final class Owner {
    var box: Box? = Box()
    nonisolated func current() -> Box? { MainThread.value { box } }
  }

  @MainActor @Test func `a nonisolated function reads a value`() {
    let owner = Owner()
    #expect(owner.current() === owner.box)
    owner.box = nil
    #expect(owner.current() == nil)
  }

  @Test func `another thread reads nil`() async {
    let owner = await Owner()
    let isNil = await Task.detached { owner.current() == nil && !MainThread.isCurrent }.value
    #expect(isNil)
  }
}
