import { type FileHandle, open } from 'node:fs/promises';
import type { Context } from '../context.ts';
import { exitCodes, writeFailure, writeProblem } from '../exit-codes.ts';

/** One `testcase` of a JUnit report. */
export interface JunitCase {
  readonly name: string;
  /** Absent if the case has passed. */
  readonly failure?: { readonly type: string; readonly message: string } | undefined;
  /** What was found, whether it has passed or not. */
  readonly output?: string | undefined;
  readonly seconds?: number | undefined;
  readonly skipped?: boolean | undefined;
}

export function junitXml(suite: string, cases: readonly JunitCase[]): string {
  const failures = cases.filter(({ failure }) => failure).length;
  const skipped = cases.filter((one) => one.skipped).length;
  const attributes = `name=${quoted(suite)} tests="${cases.length}" failures="${failures}" skipped="${skipped}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes}>`,
    `<testsuite ${attributes}>`,
    ...cases.map((one) => testCase(suite, one)),
    '</testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function testCase(suite: string, { name, failure, output, seconds, skipped }: JunitCase): string {
  const time = seconds === undefined ? '' : ` time="${seconds.toFixed(3)}"`;
  return [
    `<testcase classname=${quoted(suite)} name=${quoted(name)}${time}>`,
    ...(skipped ? ['<skipped/>'] : []),
    ...(failure
      ? [`<failure type=${quoted(failure.type)} message=${quoted(failure.message)}/>`]
      : []),
    ...(output === undefined ? [] : [`<system-out>${escapeXml(output)}</system-out>`]),
    '</testcase>',
  ].join('');
}

const quoted = (text: string): string => `"${escapeXml(text)}"`;

/** XML 1.0 has no form for most control characters, nor for half of a surrogate pair. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ' ')
    .replace(/[&<>"\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A file that is opened before the work, so that a path that cannot be written is an error before anything is sent. */
export async function openReport(path: string): Promise<Report> {
  return { path, file: await open(path, 'w').catch(writeFailure(path)) };
}

export interface Report {
  readonly path: string;
  readonly file: FileHandle;
}

/** Does not reject, but sets the exit code: what was sent and found must be printed in any case. */
export async function writeReport(
  { path, file }: Report,
  xml: string,
  context: Context,
): Promise<void> {
  try {
    await file.writeFile(xml);
  } catch (error) {
    context.note(`error: ${path} cannot be written: ${writeProblem(error)}`);
    context.exitWith(exitCodes.unexpected);
  } finally {
    await file.close();
  }
}
