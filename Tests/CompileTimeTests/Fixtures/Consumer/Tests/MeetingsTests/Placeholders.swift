import WaymarkTesting

@testable import Meetings

extension DataClient: TestPlaceholder {
  /// A client that reports every load and save.
  public static var placeholder: DataClient {
    DataClient(load: unimplemented("DataClient.load"), save: unimplemented("DataClient.save"))
  }
}

extension SpeechClient: TestPlaceholder {
  /// A client that reports every use, and authorizes nothing.
  public static var placeholder: SpeechClient {
    SpeechClient(
      authorize: unimplemented("SpeechClient.authorize", placeholder: false),
      transcribe: unimplemented("SpeechClient.transcribe", placeholder: .finished()))
  }
}

extension SoundClient: TestPlaceholder {
  /// A client that reports every sound.
  public static var placeholder: SoundClient {
    SoundClient(play: unimplemented("SoundClient.play", placeholder: ()))
  }
}
