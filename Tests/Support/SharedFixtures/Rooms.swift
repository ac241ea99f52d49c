package import WaymarkCore

// Instances that are told apart by a property of their configuration.

package protocol ChatSettings { var number: Int { get set } }
package protocol Chat: AnyObject, Sendable {
  var number: Int { get }
  var now: Int { get }
}

extension RoutableService<any Chat> { package static var chat: Self { declared() } }
extension RoutableServiceModule<any ChatSettings> { package static var roomSettings: Self { declared() } }

package struct RoomSettings: ChatSettings {
  package var number = 0
  package var title = ""
  package init() {}
  package init(number: Int, title: String) {
    self.number = number
    self.title = title
  }
}

package final class ChatRoom: Chat {
  package let number: Int
  package let title: String
  package let time: any TimeSource
  package var now: Int { time.now }

  package init(settings: RoomSettings, time: any TimeSource) {
    number = settings.number
    title = settings.title
    self.time = time
  }
}
