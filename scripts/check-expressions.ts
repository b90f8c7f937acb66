/**
 * Fails, as `npm run check:expressions`, for a regular expression of src or cli whose worst case is quadratic or slower,
 * because one input of a visitor could then block the process. If every input is short, the comment `linear: <reason>` on
 * the line or the line above permits the expression.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { check } from 'recheck';
import ts from 'typescript';

interface Expression {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

const files = globSync('{src,cli}/**/*.{ts,tsx}');
const expressions = files.flatMap(expressionsOf);
const slow: string[] = [];
/** The file lists expressions that were found safe before, because an analysis takes a second. */
const cacheFile = 'node_modules/.cache/expressions.json';
const safe = new Set(readCache());
/** The analyses count steps, so that the result is the same on a busy machine. */
const options = {
  randomSeed: 1,
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
};
const limit = pLimit(availableParallelism());
await limit.map(expressions, async ({ place, source, flags }) => {
  const expression = `/${source}/${flags}`;
  if (safe.has(expression)) return;
  const result = await check(source, flags, options);
  if (result.status === 'safe') return void safe.add(expression);
  const complexity = result.status === 'vulnerable' ? result.complexity.summary : 'not analyzed';
  slow.push(`${place}: ${expression}: ${complexity}`);
});
mkdirSync('node_modules/.cache', { recursive: true });
writeFileSync(cacheFile, JSON.stringify([...safe]));
for (const line of slow.sort()) process.stderr.write(`${line}\n`);
process.stdout.write(`${expressions.length} regular expressions, ${slow.length} slow\n`);
process.exit(slow.length > 0 ? 1 : 0);

function expressionsOf(file: string): Expression[] {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const found: Expression[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line;
      const end = node.text.lastIndexOf('/');
      if (!lines.slice(Math.max(0, line - 1), line + 1).some((one) => /\/\/ linear: /.test(one)))
        found.push({
          place: `${file}:${line + 1}`,
          source: node.text.slice(1, end),
          flags: node.text.slice(end + 1),
        });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function readCache(): string[] {
  try {
    return JSON.parse(readFileSync(cacheFile, 'utf8')) as string[];
  } catch {
    return [];
  }
}
