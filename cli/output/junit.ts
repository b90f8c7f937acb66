import { open } from 'node:fs/promises';
import { xml, xmlDocument } from '#src/html/xml.ts';
import type { Context } from '../context.ts';
import { writeFailure, writeProblem } from '../errors.ts';

export interface JunitCase {
  readonly name: string;
  readonly failure?: { readonly type: string; readonly message: string } | undefined;
  readonly output?: string | undefined;
  readonly seconds?: number | undefined;
}

export function junitXml(suite: string, cases: readonly JunitCase[]): string {
  const attributes = {
    name: suite,
    tests: String(cases.length),
    failures: String(cases.filter(({ failure }) => failure).length),
    skipped: '0',
  };
  const testCases = cases.map((each) => testCase(suite, each));
  return xmlDocument(
    xml('testsuites', ['\n', xml('testsuite', ['\n', ...testCases], attributes), '\n'], attributes),
  );
}

function testCase(suite: string, { name, failure, output, seconds }: JunitCase): string {
  const content = [xml('failure', undefined, failure && { ...failure }), xml('system-out', output)];
  const time = seconds === undefined ? {} : { time: seconds.toFixed(3) };
  return `${xml('testcase', content, { classname: suite, name, ...time })}\n`;
}

/**
 * Opens the file before the work, so that a path that cannot be written is an error before anything is sent. Returns the
 * function that writes the results; without a path it does nothing. It sets the exit code instead of rejecting, because
 * the results must be printed in any case.
 */
export async function openReport(
  path: string | undefined,
  suite: string,
  context: Context,
): Promise<(cases: readonly JunitCase[]) => Promise<void>> {
  if (path === undefined) return async () => {};
  const file = await open(path, 'w').catch(writeFailure(path));
  return async (cases) => {
    try {
      await file.writeFile(junitXml(suite, cases));
    } catch (error) {
      context.note(`error: ${path} cannot be written: ${writeProblem(error)}`);
      context.exitWith('unexpected');
    } finally {
      await file.close();
    }
  };
}
