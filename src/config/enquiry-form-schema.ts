import { z } from 'zod';
import {
  type EnquiryFormField,
  type EnquiryFormKind,
  enquiryForms,
} from '#src/domain/model/enquiry-form.ts';
import type { FieldRules } from '#src/domain/rules/forms/form-rules.ts';
import { hrefSchema, translatedSchema } from './site-values.ts';

const flag = z.literal(true).exactOptional();
const count = z.number().exactOptional();
const interval = z.tuple([z.number(), z.number()]).readonly().exactOptional();
const fieldOf = (kind: EnquiryFormKind) =>
  z.enum(Object.keys(enquiryForms[kind]) as EnquiryFormField[]);

/** The rules of section 5, which domain/rules/forms/form-rules.ts checks. */
const fieldRulesSchema = z.strictObject({
  required: flag,
  email: flag,
  url: flag,
  date: flag,
  dateISO: flag,
  number: flag,
  digits: flag,
  equalTo: fieldOf('quote').exactOptional(),
  maxlength: count,
  minlength: count,
  rangelength: interval,
  range: interval,
  max: count,
  min: count,
  step: count,
  /** The address responds to a POST of the value with JSON true or false. */
  remote: hrefSchema.exactOptional(),
}) satisfies z.ZodType<FieldRules>;

export const enquiryFormSchema = (kind: EnquiryFormKind) =>
  z
    .strictObject({
      title: translatedSchema,
      intro: translatedSchema,
      action: hrefSchema,
      method: z.enum(['post', 'get']).default('post'),
      rules: z.partialRecord(fieldOf(kind), fieldRulesSchema).default({}),
      hints: z.partialRecord(fieldOf(kind), translatedSchema).default({}),
    })
    // The site's own actions accept POST only, because a GET would put personal data in a URL.
    .refine(({ method, action }) => method === 'post' || !action.startsWith('/'), {
      path: ['method'],
      error: "must be post for the site's own action",
    });

/** The values of a form that a company does not use. */
export const noForm = { title: '', intro: '', method: 'post', rules: {}, hints: {} } as const;
