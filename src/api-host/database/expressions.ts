import type { ExpressionBuilder } from 'kysely';
import type { Tables } from './schema.ts';

export const lastStage = ({ selectFrom }: ExpressionBuilder<Tables, 'applications'>) =>
  selectFrom('application_stages')
    .select('stage')
    .whereRef('applicant_id', '=', 'applications.id')
    .orderBy('position', 'desc')
    .limit(1);

export const companyName = ({ selectFrom }: ExpressionBuilder<Tables, 'applications'>) =>
  selectFrom('companies')
    .select('company_name')
    .whereRef('companies.id', '=', 'applications.company_id')
    .as('company_name');
