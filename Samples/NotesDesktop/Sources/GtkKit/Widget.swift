import CGtk
import Foundation

/// A widget: something that GTK draws.
@MainActor
public class Widget: Object {
  var widget: UnsafeMutablePointer<GtkWidget> { pointer() }

  /// The name of the widget, for its style and for tests.
  public var name: String {
    get { String(cString: gtk_widget_get_name(widget)) }
    set { gtk_widget_set_name(widget, newValue) }
  }

  /// Whether the widget is shown if its parent is.
  public var isVisible: Bool {
    get { gtk_widget_get_visible(widget) != 0 }
    set { gtk_widget_set_visible(widget, newValue ? 1 : 0) }
  }

  /// Whether the widget and all that contain it are on the display.
  public var isMapped: Bool { gtk_widget_get_mapped(widget) != 0 }

  /// The width on the display.
  public var width: Int { Int(gtk_widget_get_width(widget)) }

  /// The height on the display.
  public var height: Int { Int(gtk_widget_get_height(widget)) }

  /// Whether the user can use the widget.
  public var isEnabled: Bool {
    get { gtk_widget_get_sensitive(widget) != 0 }
    set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
  }

  /// Whether the widget takes all the room there is.
  public var expands: Bool {
    get { gtk_widget_get_vexpand(widget) != 0 }
    set {
      gtk_widget_set_hexpand(widget, newValue ? 1 : 0)
      gtk_widget_set_vexpand(widget, newValue ? 1 : 0)
    }
  }

  /// The space around the widget.
  public var margin: Int {
    get { Int(gtk_widget_get_margin_start(widget)) }
    set {
      gtk_widget_set_margin_start(widget, gint(newValue))
      gtk_widget_set_margin_end(widget, gint(newValue))
      gtk_widget_set_margin_top(widget, gint(newValue))
      gtk_widget_set_margin_bottom(widget, gint(newValue))
    }
  }

  /// The text that appears when the pointer rests on the widget.
  public var tooltip: String {
    get { gtk_widget_get_tooltip_text(widget).map { String(cString: $0) } ?? "" }
    set { gtk_widget_set_tooltip_text(widget, newValue) }
  }

  /// Adds a class of the style, such as `title-1` or `suggested-action`.
  public func addStyle(_ name: String) { gtk_widget_add_css_class(widget, name) }

  /// Gives the widget the keys.
  public func focus() { gtk_widget_grab_focus(widget) }

  /// Emits the signal of a click on the widget.
  public func activate() { gtk_widget_activate(widget) }

  /// The widgets inside of this one, in order.
  public var children: [Widget] {
    var children: [Widget] = []
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
      children.append(Widget(child))
      next = gtk_widget_get_next_sibling(child)
    }
    return children
  }

  /// This widget and all widgets inside of it, from the outside to the inside.
  public var tree: [Widget] {
    var tree: [Widget] = []
    visit { tree.append($0) }
    return tree
  }

  private func visit(_ body: (Widget) -> Void) {
    body(self)
    for child in children { child.visit(body) }
  }

  /// Returns the last visible widget with a name, which may be this one.
  ///
  /// Complexity: O(*n*) in the number of widgets inside of this one, without an object of Swift for each.
  public func lastVisible(named name: String) -> Widget? {
    var found: UnsafeMutablePointer<GtkWidget>?
    func visit(_ widget: UnsafeMutablePointer<GtkWidget>) {
      guard gtk_widget_get_mapped(widget) != 0 else { return }
      if strcmp(gtk_widget_get_name(widget), name) == 0 { found = widget }
      var next = gtk_widget_get_first_child(widget)
      while let child = next {
        visit(child)
        next = gtk_widget_get_next_sibling(child)
      }
    }
    visit(widget)
    return found.map { Widget($0) }
  }

  /// The widget around this one, or nil if there is none.
  public var parent: Widget? { gtk_widget_get_parent(widget).map { Widget($0) } }

  /// Calls a closure before GTK draws the widget for the next time, when the widget has a size.
  public func onNextFrame(_ body: @escaping @MainActor () -> Void) {
    let handler = Unmanaged.passRetained(FrameHandler(body)).toOpaque()
    gtk_widget_add_tick_callback(
      widget,
      { _, _, data in
        guard let data else { return 0 }
        let handler = Unmanaged<FrameHandler>.fromOpaque(data).takeUnretainedValue()
        MainActor.assumeIsolated { handler.body() }
        return 0
      }, handler,
      { data in
        if let data { Unmanaged<FrameHandler>.fromOpaque(data).release() }
      })
  }

  /// Returns whether the widget is inside of another one.
  public func isInside(_ ancestor: Widget) -> Bool { gtk_widget_is_ancestor(widget, ancestor.widget) != 0 }

  /// The window of the widget, or nil if the widget is in none.
  public var window: Widget? { gtk_widget_get_root(widget).map { Widget(UnsafeMutableRawPointer($0)) } }

  /// The text that a label or a button shows, or nil for other widgets.
  public var text: String? {
    if desktop_is(address, gtk_label_get_type()) != 0 { return String(cString: gtk_label_get_text(opaque)) }
    if desktop_is(address, gtk_button_get_type()) != 0 {
      return gtk_button_get_label(pointer()).map { String(cString: $0) }
    }
    return nil
  }

  /// Adds a key to the widget and all widgets inside of it.
  ///
  /// - Parameters:
  ///   - trigger: The key, as GTK writes it, such as `<Alt>Left`.
  ///   - isManaged: Whether the key works before the focused widget gets it.
  ///   - action: Returns whether the key did something.
  public func addShortcut(
    _ trigger: String, isManaged: Bool = false, _ action: @escaping @MainActor () -> Bool
  ) {
    let keys = Object(owning: UnsafeMutableRawPointer(gtk_shortcut_controller_new()))
    if isManaged { gtk_event_controller_set_propagation_phase(keys.opaque, GTK_PHASE_CAPTURE) }
    let handler = Unmanaged.passRetained(ShortcutHandler(action)).toOpaque()
    let callback = gtk_callback_action_new(
      { _, _, data in
        guard let data else { return 0 }
        let handler = Unmanaged<ShortcutHandler>.fromOpaque(data).takeUnretainedValue()
        return MainActor.assumeIsolated { handler.action() } ? 1 : 0
      }, handler,
      { data in
        if let data { Unmanaged<ShortcutHandler>.fromOpaque(data).release() }
      })
    let shortcut = gtk_shortcut_new(gtk_shortcut_trigger_parse_string(trigger), callback)
    gtk_shortcut_controller_add_shortcut(keys.opaque, shortcut)
    // The widget takes over one reference, and `keys` has the other.
    g_object_ref(keys.address)
    gtk_widget_add_controller(widget, keys.opaque)
  }
}

/// The closure of a key.
@MainActor
private final class ShortcutHandler {
  let action: @MainActor () -> Bool
  init(_ action: @escaping @MainActor () -> Bool) { self.action = action }
}

/// The closure for a frame.
@MainActor
private final class FrameHandler {
  let body: @MainActor () -> Void
  init(_ body: @escaping @MainActor () -> Void) { self.body = body }
}
