/** Numbers of the specification's section 9, and our own caps on free text. Behaviours of the page keep theirs beside the component. */
export const limits = {
  /** Characters of description text before the ellipsis. */
  previewCharacters: 250,
  phoneDigits: 11,
  age: { min: 15, max: 100 },
  yearsOfExperience: { min: 0, max: 50 },
  /** What labels state; the enforced limit is `uploadMaxBytes` (contract, decision 1). */
  statedFileLimit: '4MB',
  /** CSS pixels of the editor's writing area. */
  coverLetterHeight: 150,
  uploadMaxBytes: 1_099_511_627_776,
  /** Between the candidate check and the application's post. */
  applyDelayMs: 500,
  contactRedirectMs: 2000,
  searchDebounceMs: 250,
  copyrightYear: 2020,
} as const;

/**
 * The longest value each free-text field may have, in UTF-16 code units as HTML's `maxlength` counts them.
 * Not in the specification: without a cap, one visitor could fill a host's disk with a cover letter.
 */
export const maxLength = {
  firstname: 100,
  lastname: 100,
  emailaddress: 254,
  email: 254,
  phone: 30,
  age: 10,
  years_of_experience: 10,
  course: 200,
  current_employer: 200,
  linkedinprofile: 300,
  referrer_name: 200,
  cover_letter: 30_000,
  answer: 5_000,
  msg: 10_000,
  q: 200,
  filename: 255,
} as const;
