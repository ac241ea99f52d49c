package let noteListTemplate = """
  <div class="title"><h1>{{title}}</h1>
  <a class="button" href="{{newNote}}">New note</a>
  {{#settings}}<a href="{{settings}}">Rename or delete</a>{{/settings}}</div>
  <p class="quiet">{{total}}</p>
  {{#isEmpty}}<p>There are no notes here yet.</p>{{/isEmpty}}
  <ul class="list">
  {{#notes}}
  <li><a href="{{link}}">{{title}}</a> <time class="quiet">{{changed}}</time><p>{{excerpt}}</p></li>
  {{/notes}}
  </ul>
  <p class="turn">{{#previous}}<a href="{{previous}}" rel="prev">Newer notes</a>{{/previous}}
  {{#next}}<a href="{{next}}" rel="next">Older notes</a>{{/next}}</p>
  """

package let foldersTemplate = """
  <h1>Folders</h1>
  {{#isEmpty}}<p>There are no folders yet.</p>{{/isEmpty}}
  <ul class="list">
  {{#folders}}<li><a href="{{link}}">{{name}}</a> <span class="quiet">{{count}}</span></li>
  {{/folders}}
  </ul>
  <form class="line" action="{{action}}" method="post">
  <input type="hidden" name="form-token" value="{{formToken}}">
  <label>New folder <input name="name" value="{{name}}" required maxlength="40"></label>
  <button>Add</button>
  </form>
  """

package let folderSettingsTemplate = """
  <h1>{{title}}</h1>
  <form class="line" action="{{action}}" method="post">
  <input type="hidden" name="form-token" value="{{formToken}}">
  <label>Name <input name="name" value="{{name}}" required maxlength="40"></label>
  <button>Rename</button>
  </form>
  <form action="{{action}}" method="post">
  <input type="hidden" name="form-token" value="{{formToken}}">
  <input type="hidden" name="action" value="delete">
  <p>The notes of a folder that's deleted stay among all notes.</p>
  <button class="danger">Delete the folder</button>
  </form>
  <p><a href="{{back}}">Back to the folder</a></p>
  """

package let noteTemplate = """
  <form class="fields note" action="{{action}}" method="post">
  <input type="hidden" name="form-token" value="{{formToken}}">
  <input type="hidden" name="id" value="{{id}}">
  <input type="hidden" name="version" value="{{version}}">
  <label>Title <input name="title" value="{{title}}" required maxlength="200"></label>
  <label>Folder <select name="folder">
  <option value="">None</option>
  {{#folders}}<option value="{{id}}"{{#isSelected}} selected{{/isSelected}}>{{name}}</option>
  {{/folders}}
  </select></label>
  <label>Text <textarea name="text" rows="14">
  {{text}}</textarea></label>
  <div class="title"><button>Save</button>
  {{#sharing}}<a href="{{sharing}}">Share</a>{{/sharing}}
  {{#deletion}}<a href="{{deletion}}">Delete</a>{{/deletion}}
  {{#changed}}<span class="quiet">Saved {{changed}}</span>{{/changed}}</div>
  </form>
  {{#stored}}<h2>The stored text</h2><pre>{{stored}}</pre>{{/stored}}
  """

package let noteDeletionTemplate = """
  <h1>Delete “{{title}}”?</h1>
  <form action="{{action}}" method="post">
  <input type="hidden" name="form-token" value="{{formToken}}">
  <p>The note can't be brought back.</p>
  <div class="title"><button class="danger">Delete</button> <a href="{{back}}">Back to the note</a></div>
  </form>
  """
