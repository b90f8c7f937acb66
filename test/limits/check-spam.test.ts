import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spamCheckFields } from '#src/domain/rules/forms/spam-check.ts';
import { checkSpam } from '#src/limits/check-spam.ts';
import { log } from '#src/telemetry/logger.ts';

const { honeypot, filledBefore, elapsed } = spamCheckFields;
const filled = { [honeypot]: 'https://buy.example', [elapsed]: '400' };

for (const [what, fields, captcha, expected, steps] of [
  ['a form', { [elapsed]: '400' }, undefined, undefined, ['captcha', 600]],
  [
    'a form whose captcha fails',
    { [elapsed]: '400' },
    'Confirm it.',
    { status: 'refused', message: 'Confirm it.' },
    ['captcha'],
  ],
  ['a form with a filled honeypot', filled, undefined, { status: 'check-again' }, []],
  [
    'a form whose honeypot is filled again',
    { ...filled, [filledBefore]: '1' },
    undefined,
    undefined,
    ['captcha', { event: 'honeypot-ignored', form: 'contact' }, 600],
  ],
] as const)
  test(`${what} is ${expected?.status ?? 'accepted after the time that a person needs'}`, async (t) => {
    const taken: unknown[] = [];
    t.mock.method(log(), 'warn', (line: object) => void taken.push(line));
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const refusal = await checkSpam('contact', form, {
      checkCaptcha: async () => {
        taken.push('captcha');
        return captcha;
      },
      wait: async (ms) => taken.push(ms),
    });
    assert.deepEqual(refusal, expected);
    assert.deepEqual(taken, steps);
  });
