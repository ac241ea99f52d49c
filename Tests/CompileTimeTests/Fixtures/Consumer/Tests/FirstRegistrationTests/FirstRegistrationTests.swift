import Swift5
import Swift5Inferring
import Swift5MainActor
import Swift5MainActorInferring
import Swift6
import Swift6Inferring
import Swift6MainActor
import Swift6MainActorInferring
import Testing

@MainActor @Test func `the first registration works with all settings`() throws {
  let combinations = [
    Swift5.texts, Swift5Inferring.texts, Swift5MainActor.texts, Swift5MainActorInferring.texts, Swift6.texts,
    Swift6Inferring.texts, Swift6MainActor.texts, Swift6MainActorInferring.texts,
  ]
  for texts in combinations {
    #expect(try texts() == ["first page", "first page", "first page"])
  }
}
