import CGtk

/// Widgets in a row or a column.
public final class Box: Widget {
  /// Creates an empty row or column.
  public init(isVertical: Bool, spacing: Int = 0) {
    super.init(gtk_box_new(isVertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, gint(spacing)))
  }

  /// Adds a widget at the end.
  public func append(_ child: Widget) { gtk_box_append(pointer(), child.widget) }

  /// Removes a widget.
  public func remove(_ child: Widget) { gtk_box_remove(pointer(), child.widget) }

  /// Removes all widgets.
  public func removeAll() { for child in children { remove(child) } }
}

/// A widget with scrollable content.
public final class Scroll: Widget {
  /// Creates the widget with its content.
  public init(_ content: Widget) {
    super.init(gtk_scrolled_window_new())
    gtk_scrolled_window_set_child(opaque, content.widget)
    gtk_scrolled_window_set_policy(opaque, GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC)
    expands = true
  }
}

/// Widgets one upon the other, with one of them visible.
public final class Stack: Widget {
  /// Creates an empty stack.
  public init() { super.init(gtk_stack_new()) }

  /// Refers to a widget that is a stack.
  public init(of widget: Widget) { super.init(widget.address) }

  /// Adds a widget, with a title for ``Switcher``.
  public func add(_ child: Widget, name: String? = nil, title: String? = nil) {
    if let name, let title {
      gtk_stack_add_titled(opaque, child.widget, name, title)
    } else {
      gtk_stack_add_child(opaque, child.widget)
    }
  }

  /// Removes a widget.
  public func remove(_ child: Widget) { gtk_stack_remove(opaque, child.widget) }

  /// The widget that is seen.
  public var visibleChild: Widget? { gtk_stack_get_visible_child(opaque).map { Widget($0) } }

  /// The name of the widget that is seen.
  public var visibleName: String? {
    get { gtk_stack_get_visible_child_name(opaque).map { String(cString: $0) } }
    set { gtk_stack_set_visible_child_name(opaque, newValue) }
  }

  /// Makes a widget seen.
  ///
  /// - Returns: Whether the change is animated, and so takes a while.
  @discardableResult
  public func show(_ child: Widget, animated: Bool, forward: Bool = true) -> Bool {
    let kind = forward ? GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT : GTK_STACK_TRANSITION_TYPE_SLIDE_RIGHT
    gtk_stack_set_transition_type(opaque, animated ? kind : GTK_STACK_TRANSITION_TYPE_NONE)
    gtk_stack_set_visible_child(opaque, child.widget)
    return isAnimating
  }

  /// Whether a change is still animated.
  public var isAnimating: Bool { gtk_stack_get_transition_running(opaque) != 0 }
}

/// Buttons that choose the visible widget of a stack.
public final class Switcher: Widget {
  /// Creates the buttons of a stack.
  public init(_ stack: Stack) {
    super.init(gtk_stack_switcher_new())
    gtk_stack_switcher_set_stack(opaque, stack.opaque)
  }
}

/// Rows, with one of them selected.
public final class List: Widget {
  /// Creates an empty list.
  public init() {
    super.init(gtk_list_box_new())
    gtk_list_box_set_selection_mode(opaque, GTK_SELECTION_BROWSE)
  }

  /// Adds a row at the end.
  public func append(_ child: Widget) { gtk_list_box_append(opaque, child.widget) }

  /// Removes all rows.
  public func removeAll() { for row in children { gtk_list_box_remove(opaque, row.widget) } }

  /// The index of the selected row, from 0.
  public var selected: Int? {
    get { gtk_list_box_get_selected_row(opaque).map { Int(gtk_list_box_row_get_index($0)) } }
    set {
      gtk_list_box_select_row(opaque, newValue.flatMap { gtk_list_box_get_row_at_index(opaque, gint($0)) })
    }
  }

  /// The row at an index, from 0.
  public func row(_ index: Int) -> Widget? {
    gtk_list_box_get_row_at_index(opaque, gint(index)).map { Widget(UnsafeMutableRawPointer($0)) }
  }
}
