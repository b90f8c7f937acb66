import type { ExpressionBuilder } from 'kysely';
import type { Tables } from './schema.ts';

export const lastStage = ({ selectFrom }: ExpressionBuilder<Tables, 'applications'>) =>
  selectFrom('application_stages')
    .select('stage')
    .whereRef('applicant_id', '=', 'applications.id')
    .orderBy('position', 'desc')
    .limit(1);
