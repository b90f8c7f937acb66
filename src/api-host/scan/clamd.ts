import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { ClamdAddress } from '#src/config/environment.ts';

/**
 * The decision of clamd. A document is clean only if clamd says so, and not after an error, a timeout or a limit. After
 * `retry` another attempt can have a different result, after `error` it cannot.
 */
type Verdict =
  | { readonly state: 'clean' }
  | { readonly state: 'infected' | 'error' | 'retry'; readonly detail: string };

export type Scanner = ReturnType<typeof clamdScanner>;

/** The time limit of a scan. */
export const scanLimitMs = 15 * 60 * 1000;
const maxReplyCharacters = 4096;

/**
 * `man clamd`: INSTREAM and PING. @param idleMs the longest time without progress; clamd ends a scan after two minutes
 */
export function clamdScanner(
  address: ClamdAddress,
  { idleMs = 5 * 60 * 1000 }: { readonly idleMs?: number } = {},
) {
  const open = new Set<Socket>();
  /** Sends `command` and resolves with the reply, which may come before the whole command was sent. */
  async function ask(command: Readable): Promise<string> {
    const connection = new ClamdSocket().connect(address);
    open.add(connection);
    const endAfter = setTimeout(() => connection.destroy(new Error('timeout')), scanLimitMs);
    connection.setTimeout(idleMs, () => connection.destroy(new Error('timeout')));
    try {
      const failed = Promise.withResolvers<never>();
      command.once('error', failed.reject);
      const reply = readReply(connection);
      command.pipe(connection, { end: false });
      return await Promise.race([reply, failed.promise]);
    } finally {
      clearTimeout(endAfter);
      open.delete(connection);
      command.destroy();
      connection.destroy();
    }
  }

  return {
    /** The promise never rejects. @param bytes the size of the document; if fewer arrive, the result is an error */
    async scan(source: Readable, bytes: number): Promise<Verdict> {
      let sent = 0;
      let isSent = false;
      async function* stream() {
        yield Buffer.from('zINSTREAM\0');
        for await (const chunk of source) {
          const length = Buffer.alloc(4);
          length.writeUInt32BE(chunk.length);
          yield length;
          yield chunk;
          sent += chunk.length;
        }
        if (sent !== bytes) throw new Error('the stored document has another size');
        isSent = true;
        yield Buffer.alloc(4);
      }
      try {
        const verdict = verdictOf(await ask(Readable.from(stream(), { objectMode: false })));
        return verdict.state === 'clean' && !isSent
          ? temporary('clamd answered before it had the document')
          : verdict;
      } catch (error) {
        return temporary(problemOf(error));
      } finally {
        source.destroy();
      }
    },
    async ping() {
      const reply = await ask(Readable.from([Buffer.from('zPING\0')], { objectMode: false }));
      if (reply !== 'PONG') throw new Error('it is not clamd');
    },
    close() {
      for (const connection of open) connection.destroy();
    },
  };
}

const temporary = (detail: string): Verdict => ({ state: 'retry', detail });

function verdictOf(reply: string): Verdict {
  if (reply === 'stream: OK') return { state: 'clean' };
  const [, signature] = /^stream: (\S+) FOUND$/.exec(reply) ?? [];
  // clamd reports a limit as FOUND if its option AlertExceedsMax is set.
  if (signature?.startsWith('Heuristics.Limits.Exceeded'))
    return { state: 'error', detail: signature };
  if (signature !== undefined) return { state: 'infected', detail: signature };
  if (reply.startsWith('INSTREAM size limit exceeded'))
    return { state: 'error', detail: 'larger than StreamMaxLength of clamd' };
  // The reply itself is not used, because the scanner may quote the document.
  return temporary(reply.endsWith('ERROR') ? 'clamd reported an error' : 'no reply of clamd');
}

/** Leaves out the message, which may name a file. */
function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unexpected error';
  return 'code' in error ? String(error.code) : error.message;
}

/**
 * At a limit clamd replies and closes while the document is still sent; the failed write would destroy an ordinary
 * Socket before the reply is read.
 */
class ClamdSocket extends Socket {
  override _write(...[chunk, encoding, done]: Parameters<Socket['_write']>): void {
    super._write(chunk, encoding, (error) => {
      if (!error) done();
    });
  }
  override _writev(...[chunks, done]: Parameters<NonNullable<Socket['_writev']>>): void {
    super._writev?.(chunks, (error) => {
      if (!error) done();
    });
  }
}

function readReply(connection: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    connection.setEncoding('latin1');
    connection.on('data', (part) => {
      text += part;
      const end = text.indexOf('\0');
      if (text.length > maxReplyCharacters) reject(new Error('a reply without end'));
      else if (end >= 0) resolve(text.slice(0, end));
    });
    connection.on('error', reject);
    const ended = () => reject(new Error('the connection ended without a reply'));
    // After a failed write there is no 'close' event.
    connection.on('end', ended).on('close', ended);
  });
}
