import Dependencies
import DependenciesMacros
import Foundation

@DependencyClient
struct DataClient: Sendable {
  var load: @Sendable () async throws -> [Meeting]
  var save: @Sendable ([Meeting]) async throws -> Void
}

@DependencyClient
struct SpeechClient: Sendable {
  var authorize: @Sendable () async -> Bool = { false }
  var transcribe: @Sendable () -> AsyncThrowingStream<String, any Error> = { .finished() }
}

@DependencyClient
struct SoundClient: Sendable {
  var play: @Sendable () async -> Void
}

extension DataClient: DependencyKey {
  static let file = URL.documentsDirectory.appending(component: "meetings.json")
  static let liveValue = DataClient(
    load: { try JSONDecoder().decode([Meeting].self, from: Data(contentsOf: file)) },
    save: { try JSONEncoder().encode($0).write(to: file) })
  static let testValue = DataClient()
}

extension SpeechClient: DependencyKey {
  static let liveValue = SpeechClient(authorize: { false }, transcribe: { .finished() })
  static let testValue = SpeechClient()
}

extension SoundClient: DependencyKey {
  static let liveValue = SoundClient(play: {})
  static let testValue = SoundClient()
}

extension DependencyValues {
  var dataClient: DataClient {
    get { self[DataClient.self] }
    set { self[DataClient.self] = newValue }
  }
  var speechClient: SpeechClient {
    get { self[SpeechClient.self] }
    set { self[SpeechClient.self] = newValue }
  }
  var soundClient: SoundClient {
    get { self[SoundClient.self] }
    set { self[SoundClient.self] = newValue }
  }
}
