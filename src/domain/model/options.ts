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
  { value: 'job_boards', label: 'Job boards' },
  { value: 'social_media', label: 'Social media' },
  { value: 'staff', label: 'Staff' },
  { value: 'linkedin', label: 'LinkedIn' },
  { value: 'sundry_website', label: 'Other website' },
] as const;
export type Referrer = (typeof referrers)[number]['value'];
