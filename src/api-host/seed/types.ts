/** The shapes of the sample data. Names are the wire's own (spec section 3), so a row needs no mapping. */

export interface SeedCompany {
  readonly id: number;
  readonly company_name: string;
}

export interface SeedLocation {
  city: string;
  region: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

export interface SeedQuestion {
  /** Unique over the whole set, so an answer names its question without naming its opening. */
  id: number;
  question: string;
  /** '1' asks for an answer, '0' leaves it to the applicant. */
  required: '1' | '0';
  /** The entry of the question bank this was taken from; openings that ask the same thing share it. */
  interview_questions_id: number;
}

export interface SeedSalary {
  min: number;
  max: number;
  currency: 'NGN';
  unit: 'MONTH' | 'DAY' | 'HOUR' | 'YEAR';
}

export interface SeedOpening {
  id: number;
  company_id: number;
  role_name: string;
  locations: SeedLocation[];
  /** HTML; the first 250 characters of its text are the preview on the home page. */
  jobdescription: string;
  jobstatus: string;
  requiredskill: string;
  extra_skill: string;
  questions: SeedQuestion[];
  /** Dates are kept as distances from the day of seeding, so that the samples never go stale. */
  posted_days_ago: number;
  closes_in_days: number | null;
  employment_type: 'FULL_TIME' | 'PART_TIME' | 'CONTRACTOR' | 'TEMPORARY' | 'INTERN';
  /** Gross naira; null where the advertisement names no figure. */
  salary: SeedSalary | null;
}
