import SharedFixtures
import Testing
import WaymarkCore
import WaymarkCoreTesting
import WaymarkRuntime

private struct Visit: RouteScope {}

/// A test that doesn't run can't fail, so this one has no traits itself.
@Suite("Traits around a test")
struct TraitsAroundATestTests {
  private static let all: [any TestScoping] = [
    RegistryTrait.registry {}, RegistryTrait.overriding {}, ScopeTrait.scope(Visit()), StartTrait.started,
    LeakTrait.noLeaks,
  ]

  @Test(arguments: all.indices) func `a trait runs the test once`(index: Int) async throws {
    let count = Lock(0)
    try await run(RegistryTrait.registry {}, Self.all[index]) { count.withLock { $0 += 1 } }
    #expect(count.withLock { $0 } == 1)
  }

  /// The trait of the test's own registry is applied later than the ones in the detached task, which has no registry.
  @Test(.registry {}, arguments: [true, false])
  func `a test doesn't run if a trait is in front of its registry's`(isScope: Bool) async throws {
    let trait: any TestScoping = isScope ? ScopeTrait.scope(Visit()) : RegistryTrait.overriding {}
    let order =
      isScope
      ? "the trait .scope(Visit(…)) needs a registry, and no earlier trait provides one"
      : "the trait .overriding overrides nothing of the test, because the trait .registry follows it"
    let (test, testCase) = (try #require(Test.current), Test.Case.current)
    try await Task.detached {
      try await withKnownIssue {
        try await trait.provideScope(for: test, testCase: testCase) { Issue.record("it ran") }
      } matching: { issue in
        "\(issue.error.map { "\($0)" } ?? issue.comments.map(\.rawValue).joined())".contains(order)
      }
    }.value
  }
}
