import { errorMessage } from '#src/http/describe-error.ts';
import type { Tables } from '../database/schema.ts';
import type { WorkOutcome } from '../queue/work-queue.ts';

export type MailState = Tables['mail_outbox' | 'alert_mails']['state'];

export interface Mail {
  readonly to: string;
  /** The default is MAIL_FROM. */
  readonly from?: string | undefined;
  readonly replyTo: string | { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: { readonly filename: string; readonly content: string }[];
  /** Further headers by name, which contain no line ends. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Resolves when the server has accepted the mail.
 * @param beforeEnd is called when the text is written except its end. The end is written once `beforeEnd` resolves;
 * without the end no server accepts the mail.
 * @throws the error of the SMTP server, the connection or `beforeEnd`
 */
export type Send = (mail: Mail, id: string, beforeEnd?: () => Promise<void>) => Promise<void>;

/** The connection ended before the server answered, which may have accepted the mail. */
export class DeliveryUnknownError extends Error {
  override readonly name = 'DeliveryUnknownError';
}

interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
  readonly reason?: string;
}

export const codesOf = (error: unknown): SmtpError =>
  error instanceof Error ? (error as SmtpError) : {};

/** A server may refuse these commands because of one mail. The commands before them are the same for every mail. */
const commandsOfMail: readonly (string | undefined)[] = ['RCPT TO', 'DATA'];

/** The result does not contain the text of the server's reply, which may repeat the address. */
export function outcomeOf(error: unknown): WorkOutcome<MailState> {
  if (error instanceof DeliveryUnknownError) return { state: 'unknown', detail: error.message };
  const { code, command, responseCode, response } = codesOf(error);
  const cause = command === 'CONN' && response === undefined ? smtpProblem(error) : undefined;
  const described = [code, command, responseCode].filter((part) => part !== undefined).join(' ');
  const isRefused =
    responseCode !== undefined && responseCode >= 500 && commandsOfMail.includes(command);
  return {
    state: isRefused ? 'failed' : 'retry',
    detail: cause || described || 'unexpected error',
  };
}

/**
 * The description, for operators, may quote the server's reply. A failed secure connection has only OpenSSL's reason.
 */
export const smtpProblem = (error: unknown): string => codesOf(error).reason ?? errorMessage(error);
