import { z } from 'zod';
import { laterStages } from '#src/domain/model/stages.ts';
import { requiredTextSchema, translatedSchema } from './site-values.ts';

const common =
  'firstname lastname role opening company reference documents missing until contact'.split(' ');
/** The placeholders for which mails to applicants, or to the company, have a value. */
const forApplicant = [...common, 'stage', 'next'];
const forCompany = [...common, 'received', 'show', 'export'];
/** Placeholders for whole paragraphs, which some mails do not have. */
const paragraphs = ['link', 'links', 'note', 'answers'];
const inBraces = (names: readonly string[]) => `{${names.join('}, {')}}`;

/** A placeholder without a value would be sent as it is written. */
const withoutUnknown = <Text extends z.ZodType<string>>(text: Text, names: readonly string[]) =>
  text.superRefine((value, context) => {
    for (const [placeholder, name = ''] of value.matchAll(/\{(\w+)\}/g))
      if (!names.includes(name))
        context.addIssue({
          code: 'custom',
          message: `has ${placeholder}, which is none of ${inBraces(names)}`,
        });
  });

/** An empty line ends a paragraph; there is no markup. */
const mailTextSchema = <Text extends z.ZodType<string>>(text: Text, names: readonly string[]) =>
  z.strictObject({
    subject: withoutUnknown(text, names),
    text: withoutUnknown(text, [...names, ...paragraphs]).refine(
      (value) =>
        value
          .split(/\n{2,}/)
          .every((one) =>
            paragraphs.every((name) => !one.includes(`{${name}}`) || one === `{${name}}`),
          ),
      { message: `${inBraces(paragraphs)} must be paragraphs of their own` },
    ),
  });

/** @param link the placeholder of the links, without which the applicant could not reach the private page */
const applicantMailSchema = (link: '{link}' | '{links}' = '{link}') =>
  mailTextSchema(translatedSchema, forApplicant).refine(({ text }) => text.includes(link), {
    message: `text must contain ${link}`,
  });

/** The texts of a stage on the private page and in a mail: its description since {day}, and the next step. */
const stageTextsSchema = z.strictObject({
  text: translatedSchema.refine((text) => text.includes('{day}'), {
    message: 'must contain {day}',
  }),
  next: translatedSchema,
});

export const mailSchema = z.strictObject({
  confirmation: applicantMailSchema(),
  /** All documents have arrived. */
  received: applicantMailSchema(),
  /** Some documents are missing two days before the last day. */
  reminder: applicantMailSchema(),
  withdrawn: applicantMailSchema(),
  /** The links to the applications of a person who has lost them: {links}. */
  links: applicantMailSchema('{links}'),
  /** Sent if the operator who sets the stage asks for a mail. */
  stage: applicantMailSchema(),
  /** Mails to the company are in the default language. */
  notice: mailTextSchema(requiredTextSchema, forCompany),
  /** All documents have arrived. */
  complete: mailTextSchema(requiredTextSchema, forCompany),
  withdrawal: mailTextSchema(requiredTextSchema, forCompany),
  /** The values of {documents}: before the last document has arrived, with {until}, and afterwards. */
  documents: z.strictObject({ awaited: translatedSchema, complete: translatedSchema }),
  /**
   * The value of {link}: a button to the private page, which works until {linkend}, and a text about the page, for the
   * time while documents are accepted and for the time afterwards.
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
