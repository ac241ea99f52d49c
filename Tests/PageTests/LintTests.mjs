import assert from "node:assert/strict";
import { test } from "node:test";

import { problems } from "./Lint.mjs";

const script = (body) => `(() => {\n"use strict";\n${body}\n})();\n`;

for (const [name, body, expected] of [
  ["a variable", "const one = 1;", ["3: nothing reads one"]],
  ["a variable with a value that nothing reads", "let one = 1;\none = 2;", ["3: nothing reads one"]],
  ["a variable that a variable of an inner block hides", "const one = 1;\n{ const one = 2; Math.abs(one); }", ["3: nothing reads one"]],
  ["a part of a pattern", "const [{ one }, two = one, ...rest] = [];", ["3: nothing reads two", "3: nothing reads rest"]],
  ["a function", "function one() {}", ["3: nothing reads one"]],
  ["the last parameter of a function", "((one, two) => one)();", ["3: nothing reads two"]],
]) test(`nothing reads ${name}`, () => assert.deepEqual(problems(script(body)), expected));

for (const [name, body] of [
  ["before its declaration", "one();\nfunction one() {}"],
  ["in a closure", "let one = 1;\n(() => { one += 1; })();"],
  ["as a short property", "const one = 1;\nMath.abs({ one });"],
  ["in a template", "const one = 1;\nMath.abs(`${one}`);"],
  ["as a computed property", "const one = 1;\nMath[one]();"],
  ["in a default", "const one = 1;\n((two = one) => two)();"],
  ["of a loop", "for (const one of []) Math.abs(one);"],
  ["of an error", "try { Math.abs(); } catch (error) { Math.abs(error); }"],
  ["of a parameter before one that the function reads", "((one, two) => two)();"],
]) test(`a script can read a name ${name}`, () => assert.deepEqual(problems(script(body)), []));

test("nothing declares a name", () => {
  assert.deepEqual(problems(script("one.two();")), ["3: nothing declares one"]);
  assert.deepEqual(problems(script("one = 2;")), ["3: nothing declares one"]);
  assert.deepEqual(problems(script("{ const one = 1; Math.abs(one); }\none;")), ["4: nothing declares one"]);
});

test("a property isn't a name", () => assert.deepEqual(problems(script("Math.one({ two: 1 }).three;")), []));

test("a constant stays", () => {
  assert.deepEqual(problems(script("const one = 1;\none += 1;")), ["4: one is constant"]);
  assert.deepEqual(problems(script("one();\nfunction one() {}\n[one] = [];")), ["5: one is constant"]);
});

test("a script is one function in strict mode", () => {
  const expected = ["1: the script isn't one function in strict mode"];
  assert.deepEqual(problems("(() => {})();"), expected);
  assert.deepEqual(problems("Math.abs();"), expected);
  assert.deepEqual(problems(`${script("")}Math.abs();`), expected);
});
