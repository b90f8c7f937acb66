import type { ExpressionBuilder } from 'kysely';
import type { Tables } from './schema.ts';

/** The current stage of an application, or null before the first is set. */
export const lastStage = ({ selectFrom }: ExpressionBuilder<Tables, 'applications'>) =>
  selectFrom('application_stages')
    .select('stage')
    .whereRef('applicant_id', '=', 'applications.id')
    .orderBy('position', 'desc')
    .limit(1);

/** The company of an application, or null if it no longer exists. */
export const companyName = ({ selectFrom }: ExpressionBuilder<Tables, 'applications'>) =>
  selectFrom('companies')
    .select('company_name')
    .whereRef('companies.id', '=', 'applications.company_id')
    .as('company_name');
