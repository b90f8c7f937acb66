import { documentTypes } from '#src/domain/model/document-types.ts';
import manifest from '../../package.json' with { type: 'json' };
import {
  accepted,
  applicantId,
  type JsonSchema,
  object,
  ref,
  schemas,
  text,
} from './openapi-schemas.ts';

const jsonContent = (schema: JsonSchema) => ({ 'application/json': { schema } });
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
type RefusalStatus = keyof typeof refusals;

const responses = (
  description: string,
  success: JsonSchema,
  ...refusedWith: readonly RefusalStatus[]
) => ({
  200: { description, content: jsonContent(success) },
  ...Object.fromEntries(
    [401 as const, ...refusedWith].map((status) => [
      status,
      { description: refusals[status], content: jsonContent(ref('Refusal')) },
    ]),
  ),
});

const listOf = (name: 'Opening' | 'Company') =>
  object({ status: accepted, data: { type: 'array', items: ref(name) } });
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
const allOpenings = {
  get: { summary: 'All openings', responses: responses('The openings.', listOf('Opening')) },
};

const withToken = {
  required: true,
  content: jsonContent(object({ token: { type: 'string', description: 'Of a link in a mail.' } })),
};
const alertCall = (summary: string, description: string) => ({
  post: {
    summary,
    requestBody: withToken,
    responses: responses(description, object({ status: accepted, data: ref('Alert') }), 404, 422),
  },
});

/** The calls of section 7 as this host answers them, and those that only our site makes. */
const paths = {
  '/api/openingsall': allOpenings,
  '/api/listopenings': allOpenings,
  '/api/openings': {
    get: {
      summary: 'The openings of a company that match a text',
      parameters: [
        parameter('query', 'company_id', 'Of companylocations; empty only if q is empty, too.'),
        parameter('query', 'q', 'Empty: all openings of the company.'),
      ],
      responses: responses('The openings that match.', listOf('Opening'), 422),
    },
  },
  '/api/findopening/{id}': {
    get: {
      summary: 'One opening',
      parameters: [parameter('path', 'id', "The opening's id.")],
      responses: responses(
        'The opening.',
        object({ status: accepted, data: ref('Opening') }),
        404,
        410,
      ),
    },
  },
  '/api/companylocations': {
    get: { summary: 'The companies', responses: responses('The companies.', listOf('Company')) },
  },
  '/api/validatecandidate': {
    get: {
      summary: 'Whether a candidate may apply to a company',
      parameters: [
        parameter('query', 'emailaddress', 'The address of the application.'),
        parameter('query', 'company_id', 'The company of the opening.'),
        idempotencyKey,
      ],
      responses: responses(
        'Status 1: yes. Status 0: no; with the id of the application that was sent with the Idempotency-Key.',
        {
          anyOf: [
            object({ status: accepted }),
            object({ status: { const: 0 }, message: text, data: applicantId }, [
              'status',
              'message',
            ]),
          ],
        },
        404,
        422,
      ),
    },
  },
  '/api/applyjobposting': {
    post: {
      summary: 'Apply to an opening',
      parameters: [idempotencyKey, acceptLanguage],
      requestBody: { required: true, content: jsonContent(ref('Application')) },
      responses: responses(
        'The application is stored.',
        object({ status: accepted, message: text, data: applicantId }),
        400,
        404,
        409,
        410,
        413,
        415,
        422,
      ),
    },
  },
  '/api/uploadapplicantdocument': {
    post: {
      summary: 'Send one document of an application',
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: object(
              {
                document_type: { enum: documentTypes.map(({ type }) => type) },
                applicant_info: { ...ref('ApplicantInfo'), description: 'As JSON.' },
                final_file: { type: 'string', description: '1 with the last document only.' },
                ...Object.fromEntries(
                  documentTypes.map(({ type }) => [
                    type,
                    { type: 'string', contentMediaType: 'application/octet-stream' },
                  ]),
                ),
              },
              ['applicant_info'],
            ),
          },
        },
      },
      responses: responses(
        'The document is stored.',
        object({
          status: accepted,
          message: text,
          data: object({
            applicant_id: text,
            document_type: text,
            received: { type: 'array', items: text },
          }),
        }),
        400,
        404,
        409,
        413,
        415,
        422,
        507,
      ),
    },
  },
  '/api/contact': {
    post: {
      summary: 'Send a message to the company',
      parameters: [idempotencyKey],
      requestBody: { required: true, content: jsonContent(ref('ContactMessage')) },
      responses: responses(
        'The message is stored.',
        object({ status: accepted, message: text }),
        400,
        413,
        415,
        422,
      ),
    },
  },
  '/alerts': {
    get: {
      summary: 'Whether the host offers alerts by mail about new openings',
      responses: responses(
        'The answer. Without API_HOST_SECRET there are no calls about alerts.',
        object({ status: accepted, offered: { type: 'boolean' } }),
      ),
    },
    post: {
      summary: 'Ask for an alert, which the person of the address must confirm',
      requestBody: {
        required: true,
        content: jsonContent(
          object({
            emailaddress: text,
            search: {
              type: 'object',
              description: 'Of a list: company_id, q, city, type, language.',
            },
            language: { type: 'string', description: 'The tag of the language of the mails.' },
          }),
        ),
      },
      responses: responses(
        'The same answer for every address.',
        object({ status: accepted }),
        400,
        415,
        422,
      ),
    },
  },
  '/alerts/read': alertCall('Read an alert', 'The alert.'),
  '/alerts/confirm': alertCall('Confirm an alert', 'The alert, which is active if it was pending.'),
  '/alerts/renew': alertCall('Continue an alert for six more months', 'The alert.'),
  '/alerts/end': {
    post: {
      summary: 'End an alert and erase it',
      requestBody: withToken,
      responses: responses('It is erased.', object({ status: accepted }), 404, 422),
    },
  },
  '/applications/{id}': {
    get: {
      summary: 'Whether an application is still stored, and whether it was withdrawn',
      parameters: [parameter('path', 'id', 'The applicant id.')],
      responses: responses(
        'The answer.',
        object({ status: accepted, exists: { type: 'boolean' }, withdrawn: { type: 'boolean' } }, [
          'status',
          'exists',
        ]),
      ),
    },
  },
} as const;

/** The OpenAPI 3.1 description, made from the schemas with which the host reads requests and the site reads responses. */
export const openApi = {
  openapi: '3.1.1',
  info: {
    title: 'Careers API host',
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
