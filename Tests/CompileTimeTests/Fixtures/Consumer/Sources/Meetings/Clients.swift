import Foundation
import Waymark
import WaymarkSystem

struct DataClient: Sendable {
  var load: @Sendable () async throws -> [Meeting]
  var save: @Sendable ([Meeting]) async throws -> Void
}

struct SpeechClient: Sendable {
  var authorize: @Sendable () async -> Bool
  var transcribe: @Sendable () -> AsyncThrowingStream<String, any Error>
}

struct SoundClient: Sendable {
  var play: @Sendable () async -> Void
}

extension RoutableService<DataClient> { static var dataClient: Self { declared() } }
extension RoutableService<SpeechClient> { static var speechClient: Self { declared() } }
extension RoutableService<SoundClient> { static var soundClient: Self { declared() } }

/// The clients of the application, which reads and writes a file, and has neither a microphone nor a speaker.
struct ClientsModule: RouteModule {
  let file: URL

  var routes: Routes {
    SystemModule()
    Route({ [file] in
      DataClient(
        load: { try JSONDecoder().decode([Meeting].self, from: Data(contentsOf: file)) },
        save: { try JSONEncoder().encode($0).write(to: file) })
    }) { Service(.dataClient) }
    Route({ SpeechClient(authorize: { false }, transcribe: { .finished() }) }) { Service(.speechClient) }
    Route({ SoundClient(play: {}) }) { Service(.soundClient) }
  }
}
