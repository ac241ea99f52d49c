// Checks the names of a script: node --expose-internals Tests/PageTests/Lint.mjs <script>
//
// It reports a script without strict mode, a name that nothing declares, a name that nothing reads, and an assignment to
// a constant. The parser, acorn, is a part of Node.js, which shows it only with --expose-internals.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { runInNewContext } from "node:vm";

const { parse } = createRequire(import.meta.url)("internal/deps/acorn/acorn/dist/acorn");

// The names of the language, and the names of browsers that the page's script uses.
const given = new Set([
  ...runInNewContext("Object.getOwnPropertyNames(globalThis)"), "ResizeObserver", "addEventListener", "document",
  "getComputedStyle", "history", "innerHeight", "innerWidth", "location", "matchMedia", "requestAnimationFrame", "window",
]);

/// The names of a function or a block.
class Scope {
  constructor(outer) {
    this.outer = outer;
    this.names = new Map();
  }

  declare(node, kind) {
    this.names.set(node.name, { node, kind, isRead: false });
  }

  find(name) {
    return this.names.get(name) || this.outer?.find(name);
  }
}

/// Returns the scopes of a program, and the uses of names in them.
function analyzed(program) {
  const [scopes, uses] = [[], []];
  const enter = (outer) => scopes[scopes.push(new Scope(outer)) - 1];
  const write = (scope, isRead = false) => (node) => uses.push({ node, scope, isRead, isWrite: true });

  /// Visits a declared or assigned pattern, such as `[first, { second = 1 }]`.
  function visitPattern(node, scope, each) {
    switch (node?.type) {
      case "Identifier": return each(node);
      case "ArrayPattern": return node.elements.forEach((element) => visitPattern(element, scope, each));
      case "ObjectPattern": return node.properties.forEach((part) => visitPattern(part.value || part.argument, scope, each));
      case "RestElement": return visitPattern(node.argument, scope, each);
      case "AssignmentPattern":
        visit(node.right, scope);
        return visitPattern(node.left, scope, each);
      default: return visit(node, scope);
    }
  }

  function visitChildren(node, scope) {
    for (const [key, child] of Object.entries(node)) {
      // The name of a property.
      if ((key === "key" || key === "property") && !node.computed) continue;
      for (const part of [child].flat()) visit(part, scope);
    }
  }

  function visit(node, scope) {
    switch (node?.type) {
      case undefined: return;
      case "Identifier": return uses.push({ node, scope, isRead: true });
      case "VariableDeclarator":
        visit(node.init, scope);
        return visitPattern(node.id, scope, (name) => scope.declare(name, scope.kind));
      case "VariableDeclaration":
        scope.kind = node.kind;
        return visitChildren(node, scope);
      case "FunctionDeclaration": case "FunctionExpression": case "ArrowFunctionExpression": {
        if (node.id) scope.declare(node.id, "function");
        const inner = enter(scope);
        for (const parameter of node.params) visitPattern(parameter, inner, (name) => inner.declare(name, "parameter"));
        return visit(node.body, inner);
      }
      case "CatchClause": {
        const inner = enter(scope);
        visitPattern(node.param, inner, (name) => inner.declare(name, "let"));
        return visit(node.body, inner);
      }
      case "AssignmentExpression":
        visit(node.right, scope);
        return visitPattern(node.left, scope, write(scope, node.operator !== "="));
      case "UpdateExpression": return visitPattern(node.argument, scope, write(scope, true));
      case "Program": case "BlockStatement": case "ForStatement": case "ForOfStatement": case "ForInStatement":
        return visitChildren(node, enter(scope));
      default: return visitChildren(node, scope);
    }
  }

  visit(program);
  return { scopes, uses };
}

/// Returns whether the script consists of one function in strict mode, which it calls.
function isStrict({ body: [statement, ...others] }) {
  const directive = statement?.expression?.callee?.body?.body?.[0]?.directive;
  return directive === "use strict" && others.length === 0;
}

/// Returns a line for each problem of a script.
export function problems(text) {
  const program = parse(text, { ecmaVersion: "latest", locations: true });
  const { scopes, uses } = analyzed(program);
  const found = isStrict(program) ? [] : [[program, "the script isn't one function in strict mode"]];
  for (const { node, scope, isRead, isWrite } of uses) {
    const declared = scope.find(node.name);
    if (declared && isRead) declared.isRead = true;
    if (!declared && !given.has(node.name)) found.push([node, `nothing declares ${node.name}`]);
    if (isWrite && /const|function/.test(declared?.kind)) found.push([node, `${node.name} is constant`]);
  }
  for (const { names } of scopes) {
    let isBeforeUsed = false;
    for (const { node, kind, isRead } of [...names.values()].reverse()) {
      // A parameter before another that the function reads has to be there.
      isBeforeUsed ||= kind === "parameter" && isRead;
      if (!isRead && !(kind === "parameter" && isBeforeUsed)) found.push([node, `nothing reads ${node.name}`]);
    }
  }
  return found.sort(([first], [second]) => first.start - second.start)
    .map(([node, problem]) => `${node.loc.start.line}: ${problem}`);
}

const [, program, path] = process.argv;
if (program.endsWith("/Lint.mjs")) {
  const found = problems(readFileSync(path, "utf8"));
  for (const line of found) console.error(`${path}:${line}`);
  if (found.length > 0) process.exitCode = 1;
}
