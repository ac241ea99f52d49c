/// https://developer.apple.com/documentation/uikit/uistoryboard
@MainActor open class UIStoryboard: NSObject {
  /// A closure that makes a segue, as a file does. This isn't a part of UIKit.
  public typealias ModelMakeSegue =
    @MainActor (_ identifier: String, _ source: UIViewController) -> UIStoryboardSegue
  /// A closure that makes a controller, as a file does. This isn't a part of UIKit.
  public typealias ModelMakeController = @MainActor (_ coder: NSCoder) -> UIViewController?
  private let segues: [String: ModelMakeSegue]
  private let controllers: [String: ModelMakeController]
  private static var files: [String: UIStoryboard] = [:]

  /// Creates a storyboard with segues and controllers, which only a file has. This isn't a part of UIKit.
  public init(
    modelled segues: [String: ModelMakeSegue], controllers: [String: ModelMakeController] = [:]
  ) {
    self.segues = segues
    self.controllers = controllers
    super.init()
  }

  /// Puts the storyboard into the application's bundle. This isn't a part of UIKit.
  public func modelInstall(named name: String) { Self.files[name] = self }

  public init(name: String, bundle storyboardBundleOrNil: Bundle?) {
    guard let file = Self.files[name] else {
      preconditionFailure("Could not find a storyboard named '\(name)' in bundle")
    }
    segues = file.segues
    controllers = file.controllers
    super.init()
  }

  /// "The view controller you created in your creator block, or a default view controller if the block returns nil":
  /// https://developer.apple.com/documentation/uikit/uistoryboard/instantiateviewcontroller(identifier:creator:)
  open func instantiateViewController<ViewController>(
    identifier: String, creator: ((NSCoder) -> ViewController?)? = nil
  ) -> ViewController where ViewController: UIViewController {
    let coder = NSCoder()
    guard let controller = creator?(coder) ?? controllers[identifier]?(coder) as? ViewController else {
      preconditionFailure("Storyboard doesn't contain a view controller with identifier '\(identifier)'")
    }
    modelAdd(controller)
    return controller
  }

  /// Makes a controller one of this storyboard. This isn't a part of UIKit.
  public func modelAdd(_ controller: UIViewController) { controller.modelledStoryboard = self }

  func perform(_ identifier: String, from source: UIViewController, sender: Any?) {
    guard let make = segues[identifier] else {
      preconditionFailure("Receiver has no segue with identifier '\(identifier)'")
    }
    let segue = make(identifier, source)
    source.prepare(for: segue, sender: sender)
    segue.perform()
  }
}

/// https://developer.apple.com/documentation/uikit/uistoryboardsegue
@MainActor open class UIStoryboardSegue: NSObject {
  open private(set) var identifier: String?
  open private(set) var source: UIViewController
  open private(set) var destination: UIViewController
  private let handler: @MainActor () -> Void

  public convenience init(identifier: String?, source: UIViewController, destination: UIViewController) {
    self.init(identifier: identifier, source: source, destination: destination) {}
  }
  public init(
    identifier: String?, source: UIViewController, destination: UIViewController,
    performHandler: @escaping @MainActor () -> Void
  ) {
    self.identifier = identifier
    self.source = source
    self.destination = destination
    handler = performHandler
    super.init()
  }
  open func perform() { handler() }
}
