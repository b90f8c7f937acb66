import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spamCheckFields } from '#src/domain/rules/forms/spam-check.ts';
import { answerForm, successAnswer } from '#src/forms/receive-form.ts';
import { log } from '#src/telemetry/logger.ts';

const { honeypot, filledBefore, elapsed } = spamCheckFields;
const typed = { [elapsed]: '400' };
const filled = { ...typed, [honeypot]: 'https://buy.example' };

for (const [name, fields, fails, answer, steps] of [
  ['a form', typed, undefined, [200], ['limit', 'validate', 'captcha', 600, 'send']],
  ['a form beyond the limit', typed, 'limit', [429, 'No: limit\nNot sent.'], ['limit']],
  ['an invalid form', typed, 'validate', [422, 'invalid'], ['limit', 'validate']],
  [
    'a form with a filled honeypot',
    filled,
    undefined,
    [422, /^Please read through what you wrote and press ‘Send’ once more.*\nNot sent\.$/, true],
    ['limit', 'validate'],
  ],
  [
    'a form whose captcha fails',
    typed,
    'captcha',
    [422, 'No: captcha\nNot sent.'],
    ['limit', 'validate', 'captcha'],
  ],
  [
    'a form whose honeypot is filled again',
    { ...filled, [filledBefore]: '1' },
    undefined,
    [200],
    [
      ...['limit', 'validate', 'captcha'],
      { event: 'honeypot-ignored', form: 'contact' },
      ...[600, 'send'],
    ],
  ],
] as const)
  test(`${name} takes its steps in order, as far as it is not refused`, async (t) => {
    const taken: unknown[] = [];
    t.mock.method(log(), 'warn', (line: object) => void taken.push(line));
    const data = new FormData();
    for (const [field, value] of Object.entries(fields)) data.set(field, value);
    const check = (step: string) => async () => {
      taken.push(step);
      return step === fails ? `No: ${step}` : undefined;
    };
    const { httpStatus, message, asksAgain } = await answerForm(
      data,
      {
        form: 'contact',
        values: {},
        button: 'Send',
        notSent: 'Not sent.',
        async validate() {
          taken.push('validate');
          if (fails === 'validate') return { httpStatus: 422, result: 'error', message: 'invalid' };
          return async () => {
            taken.push('send');
            return successAnswer('');
          };
        },
      },
      {
        checkRateLimit: check('limit'),
        checkCaptcha: check('captcha'),
        wait: async (ms) => void taken.push(ms),
      },
    );
    const [status, text = '', again] = answer;
    assert.deepEqual([httpStatus, asksAgain], [status, again]);
    if (typeof text === 'string') assert.equal(message, text);
    else assert.match(message, text);
    assert.deepEqual(taken, steps);
  });
