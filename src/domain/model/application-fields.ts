import { referrers } from './application-options.ts';
import { maxLength } from './limits.ts';

/**
 * The fields of the application form (sections 3, 5 and 9) by their group, in the order of the form and with the API's
 * names. Each field has its `FieldRules`; `applicationRules` adds the rules that depend on another field.
 */
export const applicationGroups = {
  person: {
    firstname: { required: true, maxlength: maxLength.name },
    lastname: { required: true, maxlength: maxLength.name },
    emailaddress: { required: true, maxlength: maxLength.email, email: true },
    phone: { required: true, digits: true, minlength: 11, maxlength: 11, startsWith: '0' },
    age: { required: true, range: [15, 100], digits: true, maxlength: 3 },
  },
  education: {
    education: { required: true },
    course: { required: true, maxlength: 200 },
    grades: {},
  },
  experience: {
    years_of_experience: { required: true, range: [0, 50], digits: true, maxlength: 2 },
    current_employer: { maxlength: 200 },
    linkedinprofile: { maxlength: 300 },
  },
  referrer: {
    referrer: { required: true, oneOf: referrers },
    referrer_name: { maxlength: 200 },
  },
  letter: {
    cover_letter: {
      required: true,
      requiredMessage: 'coverLetterRequired',
      html: true,
      maxlength: maxLength.cover_letter,
    },
  },
} as const;

export const applicationFields = {
  ...applicationGroups.person,
  ...applicationGroups.education,
  ...applicationGroups.experience,
  ...applicationGroups.referrer,
  ...applicationGroups.letter,
} as const;
export type ApplicationField = keyof typeof applicationFields;

export const applicationFieldNames = Object.keys(applicationFields) as ApplicationField[];
