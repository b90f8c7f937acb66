import { z } from 'zod';
import { alertSchema } from '#src/domain/api/alerts.ts';
import { applicantInfoSchema, applicationSchema } from '#src/domain/model/application.ts';
import { contactMessageSchema } from '#src/domain/model/contact.ts';
import { companySchema, openingSchema } from '#src/domain/model/opening.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Describes what a client may send. Some fields of the schemas accept more than one type, because hosts differ. */
function schemaOf(schema: z.ZodType): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}

export const object = (
  properties: Readonly<Record<string, JsonSchema>>,
  required = Object.keys(properties),
) => ({ type: 'object', properties, required });
export const text = { type: 'string' };
export const accepted = { const: 1 };
export const ref = (name: keyof typeof schemas) => ({ $ref: `#/components/schemas/${name}` });
export const applicantId = object({ id: text, data: object({ id: text }) });

export const schemas = {
  Opening: schemaOf(openingSchema),
  Company: schemaOf(companySchema),
  Application: schemaOf(applicationSchema),
  ApplicantInfo: schemaOf(applicantInfoSchema),
  ContactMessage: schemaOf(contactMessageSchema),
  Alert: schemaOf(alertSchema),
  Refusal: object(
    {
      status: { const: 0 },
      message: text,
      errors: { type: 'array', items: object({ field: text, message: text }) },
    },
    ['status', 'message'],
  ),
} as const satisfies Readonly<Record<string, JsonSchema>>;
