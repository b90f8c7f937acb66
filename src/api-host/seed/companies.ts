import type { SeedCompany } from './types.ts';

/** The five houses of the fictional Tamarind Foods Group. */
export const companies: readonly SeedCompany[] = [
  { id: 1, company_name: 'First Light Bakery' },
  { id: 2, company_name: 'Buka Ireti' },
  { id: 3, company_name: 'Long Table Catering' },
  { id: 4, company_name: 'Harmattan Coffee Bar' },
  { id: 5, company_name: 'Yaji & Ember Grill' },
];
