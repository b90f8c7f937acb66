import { z } from 'zod';
import { applicantInfoSchema } from './application.ts';
import { documentOrder } from './document-types.ts';
import { stageSchema } from './stages.ts';

export const linkedApplicationSchema = z.object({
  application: applicantInfoSchema,
  role_name: z.string(),
  /** Empty if the company no longer exists. */
  company_name: z.string(),
  cities: z.array(z.string()),
  /** The value of the opening (schema.org). */
  jobLocationType: z.unknown().optional(),
  applicantLocationRequirements: z.unknown().optional(),
  /** The questions as they were when the application was sent, in the order of the form. */
  questions: z.array(z.object({ id: z.string(), question: z.string() })),
  /** The language of the role and the questions, if the opening still exists and names it. */
  opening_language: z.string().optional(),
  applied_at: z.iso.datetime(),
  withdrawn_at: z.iso.datetime().nullable(),
  /** Undefined if an API host of a later version sends an unknown stage. */
  stage: z
    .object({ name: stageSchema, since: z.iso.datetime(), note: z.string().nullable() })
    .optional()
    .catch(undefined),
  documents: z.array(
    z.object({
      type: z.string(),
      filename: z.string(),
      received_at: z.iso.datetime(),
      /** A scan has found malware, so the document should be sent again. */
      infected: z.boolean(),
      /** The state of a file that was sent to replace the document: it waits for its scan, or contains malware. */
      replacement: z.enum(['pending', 'infected']).optional().catch(undefined),
    }),
  ),
  replacements_left: z.int(),
  /** All documents, if an API host of a later version names an unknown type, or the version before names none. */
  documents_needed: z.array(z.enum(documentOrder)).min(1).readonly().catch(documentOrder),
  expires_at: z.iso.datetime(),
});
export type LinkedApplication = z.output<typeof linkedApplicationSchema>;

/** 256 random bits in base64url. */
export const linkToken = /^[\w-]{43}$/;

/** Finds a link's token between added characters of a mail program or a person: `<…>`, a full stop, a bracket. */
export const tokenIn = (text: string): string | undefined => /^[^\w-]*([\w-]{43})/.exec(text)?.[1];

/** Returns whether a part of a link's token is missing, or its letters were changed to one case. */
export const isDamagedToken = (text: string): boolean =>
  !linkToken.test(text) || text === text.toLowerCase() || text === text.toUpperCase();
