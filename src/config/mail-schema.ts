import { z } from 'zod';
import { laterStages } from '#src/domain/model/stages.ts';
import { requiredTextSchema, translatedSchema } from './site-values.ts';

/** The names in braces, which mails have values for. */
const placeholders = new Set([
  ...'firstname lastname role opening company reference documents missing until contact'.split(' '),
  // Mails to applicants have these: that of lost links `links`, that about a stage `stage`, `next` and `note`.
  ...'link links stage next note'.split(' '),
  // Mails to the company have these.
  ...'received answers show export'.split(' '),
]);

/** A placeholder that no mail has would be sent as it is written. */
const withoutUnknown = <Text extends z.ZodType<string>>(text: Text) =>
  text.superRefine((value, context) => {
    for (const [placeholder, name = ''] of value.matchAll(/\{(\w+)\}/g))
      if (!placeholders.has(name))
        context.addIssue({
          code: 'custom',
          message: `has ${placeholder}, which is none of {${[...placeholders].join('}, {')}}`,
        });
  });

/** The placeholders that become paragraphs, which some mails do not have. */
const ownParagraph = /\{(?:link|links|note|answers)\}/;

/** An empty line ends a paragraph; there is no markup. */
const mailTextSchema = <Text extends z.ZodType<string>>(text: Text) =>
  z.strictObject({
    subject: withoutUnknown(text),
    text: withoutUnknown(text).refine(
      (value) =>
        value
          .split(/\n{2,}/)
          .every((paragraph) => !ownParagraph.test(paragraph) || /^\{\w+\}$/.test(paragraph)),
      { message: '{link}, {links}, {note} and {answers} must be paragraphs of their own' },
    ),
  });

const applicantMailSchema = mailTextSchema(translatedSchema).refine(
  ({ text }) => text.includes('{link}'),
  { message: 'text must contain {link}' },
);

/** The texts of a stage on the private page and in a mail: its description since {day}, and the next step. */
const stageTextsSchema = z.strictObject({
  text: translatedSchema.refine((text) => text.includes('{day}'), {
    message: 'must contain {day}',
  }),
  next: translatedSchema,
});

export const mailSchema = z.strictObject({
  confirmation: applicantMailSchema,
  /** All documents have arrived. */
  received: applicantMailSchema,
  /** Some documents are missing two days before the last day. */
  reminder: applicantMailSchema,
  withdrawn: applicantMailSchema,
  /** The links to the applications of a person who has lost them: {links}. */
  links: mailTextSchema(translatedSchema).refine(({ text }) => text.includes('{links}'), {
    message: 'text must contain {links}',
  }),
  /** Sent if an operator asks for it with the stage. */
  stage: applicantMailSchema,
  /** Mails to the company are in the default language. */
  notice: mailTextSchema(requiredTextSchema),
  /** All documents have arrived. */
  complete: mailTextSchema(requiredTextSchema),
  withdrawal: mailTextSchema(requiredTextSchema),
  /** The values of {documents} before the applicant's last document, with {until}, and after it. */
  documents: z.strictObject({ awaited: translatedSchema, complete: translatedSchema }),
  /**
   * The value of {link}: a button to the private page, which works until {linkend}, and what the page is for while documents
   * are accepted and afterwards.
   */
  link: z.strictObject({
    label: translatedSchema,
    text: translatedSchema,
    afterwards: translatedSchema,
  }),
  /** The first paragraph of {note}, before the note of the company. */
  note: translatedSchema,
});

export const stagesSchema = z.record(z.enum(laterStages), stageTextsSchema);
