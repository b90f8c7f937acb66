/**
 * Fails, as `npm run check:text-nodes`, for a JSX element of a client component that has text beside an expression that
 * may change. A browser's translator replaces text nodes by `font` elements; React then inserts or removes beside a node
 * that is gone, throws, and removes the page. Such text must be in a separate element, or in one template string.
 */
import { dirname, relative } from 'node:path';
import ts from 'typescript';

const root = dirname(import.meta.dirname);
const { config } = ts.readConfigFile(`${root}/tsconfig.json`, ts.sys.readFile);
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const program = ts.createProgram(fileNames, options);
const checker = program.getTypeChecker();

const isClient = (source: ts.SourceFile) => /^\s*['"]use client['"]/.test(source.text);
const client = new Set<ts.SourceFile>();
for (const source of program.getSourceFiles()) if (isClient(source)) addImported(source);
const found = [...client].flatMap(mixedIn);
for (const line of found) process.stderr.write(`${line}\n`);
process.stdout.write(
  `${client.size} client files, ${found.length} elements with text that changes\n`,
);
process.exit(found.length > 0 ? 1 : 0);

/** Adds the modules of src that a client component imports into the browser. */
function addImported(source: ts.SourceFile): void {
  if (client.has(source) || !/\/src\//.test(source.fileName)) return;
  client.add(source);
  for (const { fileName } of ts.preProcessFile(source.text).importedFiles) {
    const { resolvedModule } = ts.resolveModuleName(fileName, source.fileName, options, ts.sys);
    const imported = resolvedModule && program.getSourceFile(resolvedModule.resolvedFileName);
    if (imported && !isServerFunction(imported)) addImported(imported);
  }
}

function isServerFunction(source: ts.SourceFile): boolean {
  return /^\s*['"]use server['"]/.test(source.text);
}

function mixedIn(source: ts.SourceFile): string[] {
  const lines: string[] = [];
  const visit = (node: ts.Node) => {
    if ((ts.isJsxElement(node) || ts.isJsxFragment(node)) && isMixed(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      const place = `${relative(root, source.fileName)}:${line + 1}`;
      lines.push(`${place}: ${node.getText().replaceAll(/\s+/g, ' ').slice(0, 120)}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return lines;
}

/** Returns whether an element has several children, of which one is text and one may change. */
function isMixed({ children }: ts.JsxElement | ts.JsxFragment): boolean {
  const rendered = children.filter(
    (child) =>
      !(ts.isJsxText(child) && child.containsOnlyTriviaWhiteSpaces) &&
      !(ts.isJsxExpression(child) && !child.expression),
  );
  return rendered.length > 1 && rendered.some(isText) && rendered.some(mayChange);
}

function isText(child: ts.JsxChild): boolean {
  if (ts.isJsxText(child)) return true;
  return ts.isJsxExpression(child) && child.expression !== undefined && textual(child.expression);
}

/** Returns whether an expression is text, or text in one case. `ReactNode` counts as an element. */
function textual(expression: ts.Expression): boolean {
  // The value of `text && <p>…</p>` is an element, or the empty string.
  const parts = partsOf(checker.getTypeAtLocation(expression)).filter(
    (part) => !(part.isStringLiteral() && part.value === ''),
  );
  return (
    parts.some(({ flags }) => flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike)) &&
    !parts.some((part) => part.symbol?.name === 'Iterable')
  );
}

/** Returns whether a text changes, or an element can be absent. */
function mayChange(child: ts.JsxChild): boolean {
  if (!ts.isJsxExpression(child) || !child.expression || isConstant(child.expression)) return false;
  const absent = ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.BooleanLike;
  return (
    textual(child.expression) ||
    partsOf(checker.getTypeAtLocation(child.expression)).some(({ flags }) => flags & absent)
  );
}

function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

/** Returns whether an expression is a literal, or a value that a module defines once. */
function isConstant(expression: ts.Expression): boolean {
  if (ts.isStringLiteral(expression) || ts.isNumericLiteral(expression)) return true;
  if (ts.isPropertyAccessExpression(expression)) return isConstant(expression.expression);
  if (!ts.isIdentifier(expression)) return false;
  const declaration = checker.getSymbolAtLocation(expression)?.declarations?.[0];
  const owner = declaration?.parent?.parent?.parent;
  return (
    declaration !== undefined &&
    (ts.isImportSpecifier(declaration) || (owner !== undefined && ts.isSourceFile(owner)))
  );
}
