import WaymarkTesting

@testable import Meetings

extension DataClient: TestPlaceholder {
  public static var placeholder: DataClient {
    DataClient(load: unimplemented("DataClient.load"), save: unimplemented("DataClient.save"))
  }
}

extension SpeechClient: TestPlaceholder {
  public static var placeholder: SpeechClient {
    SpeechClient(
      authorize: unimplemented("SpeechClient.authorize", placeholder: false),
      transcribe: unimplemented("SpeechClient.transcribe", placeholder: .finished()))
  }
}

extension SoundClient: TestPlaceholder {
  public static var placeholder: SoundClient {
    SoundClient(play: unimplemented("SoundClient.play", placeholder: ()))
  }
}
