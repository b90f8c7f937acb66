/**
 * The messages of sections 2, 4, 5 and 8 of the specification, by the part of the site that shows them. Text and spelling
 * must not change.
 */
export const messageGroups = {
  application: {
    applied: 'Form submitted. Please upload documents.',
    alreadyApplied: 'You have applied for a position within a year.',
    coverLetterPlaceholder: 'Create your cover letter...',
  },
  documents: {
    documentUploaded: 'Document uploaded',
    uploadErrorTitle: 'An error occured',
    invalidFileType: 'Invalid File type for "{field}"',
    fileTooLarge: 'File size is large for {field}',
  },
  contact: { contactTitle: 'CONTACT US', messageSent: 'Sent Message' },
  search: {
    selectCompanyOption: 'Select company...',
    selectCompany: 'Please select company',
    selectCompanyToSearch: 'Please select a company to search...',
  },
  openings: { noOpeningsFound: 'No openings found for "{query}"' },
  form: {
    error: 'Error',
    processingFailed: 'An error occured processing your request.',
    unspecified: 'An unspecified error occured.',
    confirmCaptcha: 'Please confirm captcha to proceed.',
    coverLetterRequired: 'Your cover letter is required.',
    required: 'This field is required.',
    remote: 'Please fix this field.',
    email: 'Please enter a valid email address.',
    url: 'Please enter a valid URL.',
    date: 'Please enter a valid date.',
    dateISO: 'Please enter a valid date (ISO).',
    number: 'Please enter a valid number.',
    digits: 'Please enter only digits.',
    equalTo: 'Please enter the same value again.',
    maxlength: 'Please enter no more than {0} characters.',
    minlength: 'Please enter at least {0} characters.',
    rangelength: 'Please enter a value between {0} and {1} characters long.',
    range: 'Please enter a value between {0} and {1}.',
    max: 'Please enter a value less than or equal to {0}.',
    min: 'Please enter a value greater than or equal to {0}.',
    step: 'Please enter a multiple of {0}.',
    // The specification has no message for a number of another country (contract, decision 22).
    phone: 'Please enter a valid phone number ({0}).',
  },
  lightbox: {
    galleryCategory: 'category must be a number starting at 1',
    lightboxClose: 'Close (Esc)',
    lightboxLoading: 'Loading...',
    lightboxPrevious: 'Previous (Left arrow key)',
    lightboxNext: 'Next (Right arrow key)',
    lightboxCounter: '%curr% of %total%',
    contentNotFound: 'Content not found',
    contentNotLoaded: 'The content could not be loaded.',
    imageNotLoaded: 'The image could not be loaded.',
  },
} as const;

/** Marked as pure, because the build would take the spread for a side effect and put the messages into all scripts. */
export const messages = /* @__PURE__ */ (() =>
  ({
    ...messageGroups.application,
    ...messageGroups.documents,
    ...messageGroups.contact,
    ...messageGroups.search,
    ...messageGroups.openings,
    ...messageGroups.form,
    ...messageGroups.lightbox,
  }) as const)();
export type MessageKey = keyof typeof messages;
/** A message about a field or the whole form. Every page with a form has these messages. */
export type FormMessageKey = keyof (typeof messageGroups)['form'];

/** Further messages of our API host that a visitor may read. */
export const hostMessages = {
  busy: 'The data is being changed by another process. Nothing was saved. Please try again.',
  unavailable: 'The data cannot be reached just now. Please try again in a moment.',
  unknown: 'We do not know whether this was saved. Please try again in a moment.',
  noSuchOpening: 'There is no such opening.',
  openingClosed: 'This opening is closed.',
  noSuchCompany: 'There is no such company.',
  otherCompany: 'The opening belongs to another company.',
  noSuchApplicant: 'There is no such applicant.',
  documentsComplete: 'The documents of this application are complete.',
  documentsFinal: 'The documents of this application can no longer be replaced.',
  withdrawn: 'This application was withdrawn.',
  bodyTooLarge: 'The body is too large.',
  bodyTooSlow: 'The body took too long to arrive.',
} as const;

/** The values are an array for `{0}`, `{1}`, or named for `{query}`. A placeholder without a value is unchanged. */
export function fillPlaceholders(
  text: string,
  values: readonly (string | number)[] | Readonly<Record<string, string | number>>,
): string {
  const lookup = values as Readonly<Record<string, string | number>>;
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(Object.hasOwn(lookup, name) ? lookup[name] : placeholder),
  );
}
