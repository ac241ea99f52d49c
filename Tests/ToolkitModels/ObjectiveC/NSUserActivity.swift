#if canImport(Darwin)
#else
  /// Foundation lacks it where there is no toolkit: https://developer.apple.com/documentation/foundation/nsuseractivity
  open class NSUserActivity: NSObject {
    public let activityType: String
    open var webpageURL: URL?
    open var userInfo: [AnyHashable: Any]?

    public init(activityType: String) { self.activityType = activityType }

    open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
      userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
    }
  }

  /// https://developer.apple.com/documentation/foundation/nsuseractivitytypebrowsingweb
  public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"
#endif
