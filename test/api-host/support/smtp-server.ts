import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/**
 * Returns an SMTP server. `answers`: what it answers to the next mails, after it has their text; default: accepted.
 * With 'hold' it does not answer, and `held` resolves.
 */
export async function smtpServer(t: { readonly after: (close: () => Promise<void>) => void }) {
  const mails: ParsedMail[] = [];
  const recipients: string[] = [];
  const answers: (number | 'close' | 'hold')[] = [];
  const held = Promise.withResolvers<void>();
  const arrivals = new EventEmitter();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      simpleParser(stream).then((mail) => {
        const answer = answers.shift() ?? 250;
        if (answer === 'close') return closeAll();
        if (answer === 'hold') return held.resolve();
        if (answer >= 400) return done(Object.assign(new Error('no'), { responseCode: answer }));
        mails.push(mail);
        arrivals.emit('mail');
        recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
        return done();
      }, done);
    },
  });
  // A process that is killed resets its connection.
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET') throw error;
  });
  const closeAll = () => {
    for (const connection of server.connections) connection.close();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  assert.ok(typeof address === 'object' && address);
  /** Resolves with the newest mail as soon as this many have arrived. */
  async function newest(count: number): Promise<ParsedMail> {
    while (mails.length < count) await once(arrivals, 'mail');
    return mails.at(-1) ?? assert.fail();
  }
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    recipients,
    answers,
    held: held.promise,
    newest,
  };
}
