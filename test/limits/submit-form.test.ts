import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spamCheckFields } from '#src/domain/rules/forms/spam-check.ts';
import { submitForm } from '#src/limits/submit-form.ts';
import { log } from '#src/telemetry/logger.ts';

const { honeypot, filledBefore, elapsed } = spamCheckFields;
const typed = { [elapsed]: '400' };
const filled = { ...typed, [honeypot]: 'https://buy.example' };

for (const [name, fields, fails, expected, steps] of [
  ['a form', typed, undefined, 'sent', ['limit', 'validate', 'captcha', 600, 'send']],
  [
    'a form beyond the limit',
    typed,
    'limit',
    { status: 'refused', httpStatus: 429, message: 'No: limit' },
    ['limit'],
  ],
  ['an invalid form', typed, 'validate', 'invalid', ['limit', 'validate']],
  [
    'a form with a filled honeypot',
    filled,
    undefined,
    { status: 'check-again' },
    ['limit', 'validate'],
  ],
  [
    'a form whose captcha fails',
    typed,
    'captcha',
    { status: 'refused', httpStatus: 422, message: 'No: captcha' },
    ['limit', 'validate', 'captcha'],
  ],
  [
    'a form whose honeypot is filled again',
    { ...filled, [filledBefore]: '1' },
    undefined,
    'sent',
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
    const result = await submitForm<string, unknown>(
      {
        form: 'contact',
        data,
        async validate() {
          taken.push('validate');
          return fails === 'validate' ? { invalid: 'invalid' } : { valid: 'sent' };
        },
        refuse: (refusal) => refusal,
        async send(valid) {
          taken.push('send');
          return valid;
        },
      },
      {
        checkRateLimit: check('limit'),
        checkCaptcha: check('captcha'),
        wait: async (ms) => void taken.push(ms),
      },
    );
    assert.deepEqual(result, expected);
    assert.deepEqual(taken, steps);
  });
