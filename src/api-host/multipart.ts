import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy, { type BusboyHeaders } from '@fastify/busboy';
import { hostMessages, Refusal } from './replies.ts';

/** One file of a form, as it begins to arrive. `fields` are those that came before it. */
export interface FilePart {
  readonly name: string;
  readonly filename: string;
  readonly contentType: string;
  readonly fields: ReadonlyMap<string, string>;
  /** Its bytes. Must be read or destroyed. */
  readonly stream: Readable;
}

export interface MultipartLimits {
  /** Of the file, inclusive. */
  readonly fileBytes: number;
  /** What to throw when the file of this name is larger. */
  readonly tooLarge: (name: string) => Error;
  /** How long the sender may send nothing at all while we are ready to read. */
  readonly idleMs: number;
}

/** Far more than section 7's four parts, far less than what would hurt. */
const caps = {
  fieldNameSize: 200,
  fieldSize: 1024 * 1024,
  fields: 20,
  files: 1,
  parts: 24,
  headerPairs: 20,
  headerSize: 8 * 1024,
};

/**
 * Reads a multipart form with at most one file, which `receive` takes while it arrives, at the pace it
 * takes it. Resolves with all fields and what `receive` made of the file once the form is whole.
 *
 * Whatever goes wrong (the sender goes away or stalls, a cap is passed, the form is broken, `receive`
 * fails), the file's stream is destroyed, `receive` is waited for, and the reason is thrown.
 * @throws Refusal 400, 408, 413, 415 or 422, `tooLarge`'s error, or what `receive` threw
 */
export async function readForm<Received>(
  incoming: IncomingMessage,
  limits: MultipartLimits,
  receive: (file: FilePart) => Promise<Received>,
): Promise<{ fields: ReadonlyMap<string, string>; file: Received | undefined }> {
  const parser = createParser(incoming, limits.fileBytes);
  const fields = new Map<string, string>();
  let file: Readable | undefined;
  let receiving: Promise<Received> | undefined;
  let stopWatching = () => {};

  try {
    await new Promise<void>((resolve, reject) => {
      const refuse = (httpStatus: 400 | 408 | 413 | 422, message: string) =>
        reject(new Refusal(httpStatus, message));

      parser
        .on('field', (name, value, nameCut, valueCut) => {
          if (nameCut || valueCut) refuse(413, hostMessages.bodyTooLarge);
          else fields.set(name, value);
        })
        .on('file', (name, stream, filename, _encoding, contentType) => {
          file = stream;
          // Its errors reach us through `receive`; one that comes later has nobody left to tell.
          stream.on('error', () => {});
          stream.on('limit', () => reject(limits.tooLarge(name)));
          receiving = receive({ name, filename, contentType, fields, stream });
          receiving.catch(reject);
        })
        .on('filesLimit', () => refuse(422, hostMessages.oneDocument))
        .on('fieldsLimit', () => refuse(413, hostMessages.bodyTooLarge))
        .on('partsLimit', () => refuse(413, hostMessages.bodyTooLarge))
        .on('error', () => refuse(400, hostMessages.brokenMultipart))
        .on('finish', resolve);

      // The sender going away in the middle is an error of the request, too.
      incoming.on('error', () => refuse(400, hostMessages.brokenMultipart));
      stopWatching = watchForSilence(incoming, limits.idleMs, () =>
        refuse(408, hostMessages.bodyTooSlow),
      );
      incoming.pipe(parser);
    });
    return { fields, file: await receiving };
  } catch (error) {
    incoming.unpipe(parser);
    file?.destroy(error instanceof Error ? error : undefined);
    await receiving?.catch(() => {});
    throw error;
  } finally {
    stopWatching();
  }
}

function createParser(incoming: IncomingMessage, fileBytes: number) {
  const contentType = incoming.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;.*\bboundary="?[^\s";]/i.test(contentType))
    throw new Refusal(415, hostMessages.notMultipart);
  try {
    return busboy({
      headers: incoming.headers as BusboyHeaders,
      limits: { ...caps, fileSize: fileBytes },
      fileHwm: 1024 * 1024,
      // A part without a file name is a field, whatever type it claims.
      isPartAFile: (_name, _contentType, filename) => filename !== undefined,
    });
  } catch {
    throw new Refusal(415, hostMessages.notMultipart);
  }
}

/**
 * Calls `onSilence` when nothing arrives for `idleMs`, not counting time in which we were not reading.
 * Gives back the way to stop.
 */
function watchForSilence(
  incoming: IncomingMessage,
  idleMs: number,
  onSilence: () => void,
): () => void {
  const timer = setTimeout(() => {
    if (incoming.isPaused()) timer.refresh();
    else onSilence();
  }, idleMs);
  const onData = () => timer.refresh();
  const stop = () => {
    clearTimeout(timer);
    incoming.off('data', onData);
  };
  // At its end there is nothing left to wait for but our own disk.
  incoming.on('data', onData).once('end', stop);
  return stop;
}
