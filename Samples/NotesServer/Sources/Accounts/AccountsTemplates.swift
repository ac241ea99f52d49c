let logInTemplate = """
  <h1>Log in</h1>
  <form class="fields" action="{{action}}" method="post">
  <input type="hidden" name="form-token" value="{{formToken}}">
  <input type="hidden" name="next" value="{{next}}">
  <label>Name <input name="name" value="{{name}}" autocomplete="username" required maxlength="40" autofocus></label>
  <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
  <button>Log in</button>
  </form>
  <p>No account? <a href="{{registration}}">Register</a>.</p>
  """

let registrationTemplate = """
  <h1>Register</h1>
  <form class="fields" action="{{action}}" method="post">
  <input type="hidden" name="form-token" value="{{formToken}}">
  <label>Name <input name="name" value="{{name}}" autocomplete="username" required maxlength="40" autofocus></label>
  <label>Password, at least 8 characters
  <input name="password" type="password" autocomplete="new-password" required minlength="8"></label>
  <button>Register</button>
  </form>
  <p>You have an account? <a href="{{logIn}}">Log in</a>.</p>
  """
