package let frameTemplate = """
  <!DOCTYPE html>
  <html lang="en">
  <head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="form-token" content="{{formToken}}">
  <title>{{title}} – Notes</title>
  <link rel="icon" href="{{icon}}" type="image/svg+xml">
  <link rel="stylesheet" href="{{styleSheet}}">
  <script src="{{script}}" defer></script>
  </head>
  <body>
  <a class="skip" href="#main">Skip to the content</a>
  <header>
  <a class="brand" href="{{home}}">Notes</a>
  {{#user}}
  <nav aria-label="Main"><ul>
  {{#menu}}<li><a href="{{link}}"{{#isCurrent}} aria-current="page"{{/isCurrent}}>{{title}}</a></li>
  {{/menu}}
  </ul></nav>
  <form class="find" action="{{search}}" method="get" role="search">
  <input type="search" name="words" aria-label="Words to find" placeholder="Search" maxlength="200">
  <button>Find</button>
  </form>
  <form class="user" action="{{logOut}}" method="post">
  <input type="hidden" name="form-token" value="{{formToken}}">
  <span>{{user}}</span> <button class="plain">Log out</button>
  </form>
  {{/user}}
  {{^user}}
  <nav aria-label="Main"><ul>
  <li><a href="{{logIn}}">Log in</a></li>
  <li><a href="{{registration}}">Register</a></li>
  </ul></nav>
  {{/user}}
  </header>
  <main id="main">
  {{#problem}}<p class="problem" role="alert">{{problem}}</p>{{/problem}}
  {{{content}}}
  </main>
  </body>
  </html>
  """

package let problemTemplate = """
  <h1>{{title}}</h1>
  <p>{{sentence}}</p>
  {{#hasDraft}}<h2>What you wrote</h2>
  <p>It may not have been saved. Go back to send it again, or copy it.</p>
  <div class="fields draft">
  {{#draft}}<label>{{name}} <textarea readonly rows="6">
  {{text}}</textarea></label>
  {{/draft}}
  </div>{{/hasDraft}}
  <p><a href="{{home}}">Go to the first page</a></p>
  """
