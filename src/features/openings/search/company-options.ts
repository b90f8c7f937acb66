import type { Company } from '#src/domain/model/opening.ts';
import { compareTexts } from '#src/language/format.ts';

export type CompanyOption = ReturnType<typeof companyOptions>[number];
export const companyOptions = (companies: readonly Company[]) =>
  companies
    .map(({ id, company_name }) => ({ value: id, label: company_name }))
    .sort((one, other) => compareTexts(one.label, other.label));
