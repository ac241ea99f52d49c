import Waymark

// Instances that are told apart by a property of their configuration.

protocol ChatSettings { var number: Int { get set } }
protocol Chat: AnyObject, Sendable {
  var number: Int { get }
  var now: Int { get }
}

extension RoutableService<any Chat> { static var chat: Self { declared() } }
extension RoutableServiceModule<any ChatSettings> { static var roomSettings: Self { declared() } }

struct RoomSettings: ChatSettings {
  var number = 0
  var title = ""
}

final class ChatRoom: Chat {
  let number: Int
  let title: String
  let time: any TimeSource
  var now: Int { time.now }

  init(settings: RoomSettings, time: any TimeSource) {
    number = settings.number
    title = settings.title
    self.time = time
  }
}
