import { z } from 'zod';
import { laterStages } from '#src/domain/model/stages.ts';
import { textSchema, translatedSchema } from './site-values.ts';

/**
 * The placeholders are {firstname}, {lastname}, {role}, {opening}, {company}, {reference}, {documents}, {until} and
 * {contact}, which `html` has escaped. Mails to applicants also have {link}, which is empty without a link, and about a
 * stage {stage}, {next} and {note}; mails to the company {received}, {answers}, {show} and {export}.
 */
const mailTemplateSchema = <Text extends z.ZodType<string>>(text: Text) =>
  z.strictObject({ subject: text, text, html: text });

const applicantMailSchema = mailTemplateSchema(translatedSchema).refine(
  ({ text, html }) => text.includes('{link}') && html.includes('{link}'),
  { message: 'text and html must contain {link}' },
);

/** A part of a mail that some mails do not have. */
const mailPartSchema = z.strictObject({ text: translatedSchema, html: translatedSchema });

/** The texts of a stage on the private page and in a mail: its description since {day}, and the next step. */
const stageTextsSchema = z.strictObject({
  text: translatedSchema.refine((text) => text.includes('{day}'), {
    message: 'must contain {day}',
  }),
  next: translatedSchema,
});

export const mailSchema = z.strictObject({
  confirmation: applicantMailSchema,
  /** It is sent if an operator asks for it when the stage is set. */
  stage: applicantMailSchema,
  /** Mails to the company are in the default language. */
  notice: mailTemplateSchema(textSchema),
  /** All documents have arrived. */
  complete: mailTemplateSchema(textSchema),
  withdrawal: mailTemplateSchema(textSchema),
  /** The values of {documents} before the applicant's last document, with {until}, and after it. */
  documents: z.strictObject({ awaited: translatedSchema, complete: translatedSchema }),
  /** The value of {link}: {href} is the private page, which works until {linkend}. */
  link: mailPartSchema,
  /** The value of {note}, around the note of the company. */
  note: mailPartSchema,
});

export const stagesSchema = z.record(z.enum(laterStages), stageTextsSchema);
