export const educations = [
  'B.Sc',
  'BA',
  'B.Ed',
  'B.Eng',
  'HND',
  'National Diploma',
  'SSCE',
] as const;

export const hndGrades = ['Distinction', 'Upper Credit', 'Lower Credit', 'Pass'] as const;
export const classGrades = [
  'First Class',
  'Second Class Upper',
  'Second Class Lower',
  'Third Class',
] as const;

export const referrers = [
  'job_boards',
  'social_media',
  'staff',
  'linkedin',
  'sundry_website',
] as const;
export type Referrer = (typeof referrers)[number];

/** The telephone numbers of a country. The patterns match whole numbers. */
export interface PhoneCountry {
  /** In the language of the applicant. */
  readonly name: string;
  readonly callingCode: string;
  /** A number of the country, without calling code and trunk prefix. */
  readonly number: string;
  /** The pattern of numbers that may be entered without the trunk prefix, if not all may. */
  readonly unprefixed?: string;
  /** The pattern of the national prefix, and its replacement if it has groups (libphonenumber's METADATA.md). */
  readonly prefix: string;
  readonly transform?: string;
  /** Precedes a number in its national form; empty in countries without one. */
  readonly trunkPrefix: string;
  readonly example: string;
  /** Whether section 5 has the rules and messages of this country. */
  readonly isSpecified?: true;
}

export interface ApplicationSettings {
  /** The countries whose numbers are valid. Numbers of the first country are sent in national form. */
  readonly phoneCountries: readonly PhoneCountry[];
  /** The default is the list of section 3. */
  readonly educations?: readonly Education[];
  /** Optional fields that the form does not show. They are sent empty. */
  readonly hiddenFields?: readonly string[];
  readonly hints?: Readonly<Partial<Record<string, string>>>;
}

export interface Education {
  readonly name: string;
  readonly grades: readonly string[];
  readonly isGradeRequired: boolean;
}

/** The educations of section 3, each with its grades. */
export const specifiedEducations: readonly Education[] = educations.map((name) =>
  name === 'HND'
    ? { name, grades: hndGrades, isGradeRequired: true }
    : { name, grades: classGrades, isGradeRequired: false },
);

/** Section 5: eleven digits, of which the first is 0. */
export const nigeria: PhoneCountry = {
  name: 'Nigeria',
  callingCode: '234',
  number: '\\d{10}',
  unprefixed: '[789][01]\\d{8}',
  prefix: '0',
  trunkPrefix: '0',
  example: '08031234567',
  isSpecified: true,
};

export const specificationSettings: ApplicationSettings = { phoneCountries: [nigeria] };
