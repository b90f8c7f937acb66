import { type FileHandle, open } from 'node:fs/promises';
import { xml, xmlDocument } from '#src/html/xml.ts';
import type { Context } from '../context.ts';
import { exitCodes, writeFailure, writeProblem } from '../exit-codes.ts';

export interface JunitCase {
  readonly name: string;
  readonly failure?: { readonly type: string; readonly message: string } | undefined;
  readonly output?: string | undefined;
  readonly seconds?: number | undefined;
  readonly skipped?: boolean | undefined;
}

export function junitXml(suite: string, cases: readonly JunitCase[]): string {
  const attributes = {
    name: suite,
    tests: String(cases.length),
    failures: String(cases.filter(({ failure }) => failure).length),
    skipped: String(cases.filter(({ skipped }) => skipped).length),
  };
  const testCases = cases.map((each) => testCase(suite, each));
  return xmlDocument(
    xml('testsuites', ['\n', xml('testsuite', ['\n', ...testCases], attributes), '\n'], attributes),
  );
}

function testCase(suite: string, { name, failure, output, seconds, skipped }: JunitCase): string {
  const content = [
    ...(skipped ? ['<skipped/>'] : []),
    xml('failure', undefined, failure && { ...failure }),
    xml('system-out', output),
  ];
  const time = seconds === undefined ? {} : { time: seconds.toFixed(3) };
  return `${xml('testcase', content, { classname: suite, name, ...time })}\n`;
}

/** Opens the file before the work, so that a path that cannot be written is an error before anything is sent. */
export async function openReport(path: string): Promise<Report> {
  return { path, file: await open(path, 'w').catch(writeFailure(path)) };
}

export interface Report {
  readonly path: string;
  readonly file: FileHandle;
}

/** Sets the exit code instead of rejecting, because the results must be printed in any case. */
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
