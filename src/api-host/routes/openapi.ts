import { z } from 'zod';
import { siteConfig } from '#src/config/site.ts';
import { applicantInfoSchema, applicationSchema } from '#src/domain/model/application.ts';
import { contactMessageSchema } from '#src/domain/model/contact.ts';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { companySchema, openingSchema } from '#src/domain/model/opening.ts';
import manifest from '../../../package.json' with { type: 'json' };

type JsonSchema = Readonly<Record<string, unknown>>;

/** Describes what a client may send. Some fields of the schemas accept more than one type, because hosts differ. */
function schemaOf(schema: z.ZodType): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}

const object = (
  properties: Readonly<Record<string, JsonSchema>>,
  required = Object.keys(properties),
) => ({ type: 'object', properties, required });
const listOf = (items: JsonSchema) => ({ type: 'array', items });
const text = { type: 'string' };

const schemas = {
  Opening: schemaOf(openingSchema),
  Company: schemaOf(companySchema),
  Application: schemaOf(applicationSchema),
  ApplicantInfo: schemaOf(applicantInfoSchema),
  ContactMessage: schemaOf(contactMessageSchema),
  Refusal: object(
    { status: { const: 0 }, message: text, errors: listOf(object({ field: text, message: text })) },
    ['status', 'message'],
  ),
} as const;
const ref = (name: keyof typeof schemas) => ({ $ref: `#/components/schemas/${name}` });

const refusals = {
  400: 'The body is not JSON, or not multipart.',
  401: 'The secret is missing or wrong.',
  404: 'There is no such opening, company, applicant or link.',
  409: 'The candidate has applied within a year, or the documents are complete.',
  410: 'The opening is closed.',
  413: 'The body or the document is too large.',
  415: 'The content type, or the type of the document, is not accepted.',
  422: 'A field is invalid.',
  507: 'There is no space left.',
} as const;

interface Call {
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly object[];
  readonly body?: JsonSchema;
  readonly bodyType?: string;
  /** The fields of a success besides its status. */
  readonly success?: Readonly<Record<string, JsonSchema>>;
  /** The schema of a success that has other fields. */
  readonly schema?: JsonSchema;
  readonly refused?: readonly (keyof typeof refusals)[];
}

const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } });
const succeeded = (fields: Readonly<Record<string, JsonSchema>>, required?: string[]) =>
  object({ status: { const: 1 }, ...fields }, required);

const operation = ({
  body,
  bodyType = 'application/json',
  success = {},
  schema = succeeded(success),
  refused = [],
  ...documentation
}: Call) => ({
  ...documentation,
  ...(body && { requestBody: { required: true, content: { [bodyType]: { schema: body } } } }),
  responses: {
    200: { description: 'The call succeeded.', ...json(schema) },
    ...Object.fromEntries(
      ([401, ...refused] as const).map((status) => [
        status,
        { description: refusals[status], ...json(ref('Refusal')) },
      ]),
    ),
  },
});

const parameter = (place: 'query' | 'path' | 'header', name: string, description: string) => ({
  name,
  in: place,
  description,
  required: place === 'path',
  schema: text,
});
const idempotencyKey = parameter(
  'header',
  'Idempotency-Key',
  'A repetition under the same key gets the first response, and nothing is stored twice.',
);
const acceptLanguage = parameter(
  'header',
  'Accept-Language',
  'The tag of the language of the site in which the applicant gets mails. The default is the first language.',
);
const mail_until = {
  ...text,
  format: 'date-time',
  description: 'Until then a mail over a limit waits; absent: it is sent at once.',
};
const applicant = { data: object({ id: text, data: object({ id: text }) }) };
const message = { message: text };
const allOpenings: Call = { summary: 'All openings', success: { data: listOf(ref('Opening')) } };

/** The calls of section 7 as this host answers them. Those that only our site makes are not for others. */
const calls: Readonly<Record<string, Call>> = {
  'get /api/openingsall': allOpenings,
  'get /api/listopenings': allOpenings,
  'get /api/openings': {
    summary: 'The openings of a company that match a text',
    parameters: [
      parameter('query', 'company_id', 'Of companylocations; empty only if q is empty, too.'),
      parameter('query', 'q', 'Empty: all openings of the company.'),
    ],
    success: { data: listOf(ref('Opening')) },
    refused: [422],
  },
  'get /api/findopening/{id}': {
    summary: 'One opening',
    parameters: [parameter('path', 'id', "The opening's id.")],
    success: { data: ref('Opening') },
    refused: [404, 410],
  },
  'get /api/companylocations': {
    summary: 'The companies',
    success: { data: listOf(ref('Company')) },
  },
  'get /api/validatecandidate': {
    summary: 'Whether a candidate may apply to a company',
    description:
      'Status 1: yes. Status 0: no; with the id of the application that was sent with the Idempotency-Key.',
    parameters: [
      parameter('query', 'emailaddress', 'The address of the application.'),
      parameter('query', 'company_id', 'The company of the opening.'),
      idempotencyKey,
    ],
    schema: object({ status: { enum: [0, 1] }, ...message, ...applicant }, ['status']),
    refused: [404, 422],
  },
  'post /api/applyjobposting': {
    summary: 'Apply to an opening',
    parameters: [idempotencyKey, acceptLanguage],
    body: ref('Application'),
    schema: succeeded({ ...message, ...applicant, mail_until }, ['status', 'message', 'data']),
    refused: [400, 404, 409, 410, 413, 415, 422],
  },
  'post /api/uploadapplicantdocument': {
    summary: 'Send one document of an application',
    bodyType: 'multipart/form-data',
    body: object(
      {
        document_type: { enum: documentOrder },
        applicant_info: { ...ref('ApplicantInfo'), description: 'As JSON.' },
        final_file: { ...text, description: '1 with the last document only.' },
        replace: { ...text, description: '1 with a document that replaces one. Beside section 7.' },
        ...Object.fromEntries(
          documentOrder.map((type) => [
            type,
            { ...text, contentMediaType: 'application/octet-stream' },
          ]),
        ),
      },
      ['applicant_info'],
    ),
    success: {
      ...message,
      data: object({ applicant_id: text, document_type: text, received: listOf(text) }),
    },
    refused: [400, 404, 409, 413, 415, 422, 507],
  },
  'post /api/contact': {
    summary: 'Send a message to the company',
    parameters: [idempotencyKey],
    body: ref('ContactMessage'),
    success: message,
    refused: [400, 413, 415, 422],
  },
};

const paths: Record<string, Record<string, ReturnType<typeof operation>>> = {};
for (const [name, call] of Object.entries(calls)) {
  const [method = '', path = ''] = name.split(' ');
  paths[path] = { ...paths[path], [method]: operation(call) };
}

/** The OpenAPI 3.1 description, made from the schemas with which the host reads requests and the site reads responses. */
export const openApi = {
  openapi: '3.1.1',
  info: {
    title: `Careers API host of ${siteConfig.brand.companyName}`,
    version: manifest.version,
    description:
      'The calls of section 7 of the specification, as the API host of this project answers them.',
  },
  paths,
  components: {
    schemas,
    securitySchemes: {
      secret: { type: 'http', scheme: 'bearer', description: 'API_HOST_SECRET, where it is set.' },
    },
  },
  security: [{ secret: [] }, {}],
};
