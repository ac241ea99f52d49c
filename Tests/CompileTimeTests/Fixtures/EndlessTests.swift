// Tests of which two never end: one loops, and one waits.
import Testing

@main enum EndlessTests {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}

@Test func testThatEnds() {}
@Test("a test with arguments that ends", arguments: [1, 2]) func testWithArguments(number: Int) async {
  await Task.yield()
}
@Test("a test that loops forever") func loop() {
  var number: UInt64 = 1
  while number != 0 { number &+= 2 }
}
@Test func testThatWaitsForever() async {
  try? await Task.sleep(for: .seconds(1_000_000))
}
