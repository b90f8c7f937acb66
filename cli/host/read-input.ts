import { readFile } from 'node:fs/promises';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import type { Context } from '../context.ts';
import { readErrorMessage } from '../fixtures.ts';

/** Reads a file, or standard input if the path is `-`, as bytes, so that a file that is not UTF-8 is refused. */
export async function readInput(path: string, { readStdin }: Context): Promise<Uint8Array> {
  if (path === '-') return readStdin();
  try {
    return await readFile(path);
  } catch (error) {
    throw new CommandError('invalid', `${path}: ${readErrorMessage(error)}`, error);
  }
}

export const inputLabel = (path: string): string => `${path === '-' ? 'standard input' : path}: `;
