import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/**
 * What a client has done last: `text` is the first line of the mail, `end` the line with a dot, and `closed` the end of the
 * connection after the server has accepted the mail.
 */
export type SmtpStep = 'connected' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'text' | 'end' | 'closed';

/**
 * Returns an SMTP server that goes on after a step of the client when `onStep` has resolved with true; else it says no
 * more.
 */
export async function steppedSmtpServer(
  t: { readonly after: (close: () => Promise<void>) => void },
  onStep: (step: SmtpStep) => Promise<boolean>,
) {
  /** The recipients of the mails whose end has arrived. */
  const ended: string[] = [];
  async function serve(socket: Socket) {
    const reply = (line: string) => socket.write(`${line}\r\n`);
    if (!(await onStep('connected'))) return;
    reply('220 ready');
    let recipient = '';
    let lines: number | undefined;
    for await (const line of createInterface({ input: socket })) {
      if (lines === undefined) {
        const step = line.slice(0, 4) as SmtpStep;
        if (!(await onStep(step))) return;
        recipient = /^RCPT TO:<(.*)>/.exec(line)?.[1] ?? recipient;
        if (step === 'DATA') lines = 0;
        reply(step === 'DATA' ? '354 go on' : '250 ok');
      } else if (line === '.') {
        ended.push(recipient);
        if (!(await onStep('end'))) return;
        socket.once('close', () => onStep('closed'));
        reply('250 accepted');
        lines = undefined;
      } else if (++lines === 1 && !(await onStep('text'))) return;
    }
  }
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // A process that is killed resets its connection.
    socket.on('error', () => {});
    serve(socket).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET') throw error;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  return { url: `smtp://127.0.0.1:${address.port}`, ended };
}
