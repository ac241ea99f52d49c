import WaymarkCore

extension Profile {
  static let kiosk = Profile("kiosk")
  static let staging = Profile("staging")
}
