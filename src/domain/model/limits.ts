export const hourMs = 60 * 60 * 1000;
export const dayMs = 24 * hourMs;

/** Section 9. The constants of a component are in its folder, those of a field in `applicationFields`. */
export const limits = {
  previewCharacters: 250,
  /** Shown in megabytes; a larger file causes a notice. `uploadMaxBytes` is enforced (contract, decision 1). */
  statedFileBytes: 4_000_000,
  coverLetterHeight: 150,
  uploadMaxBytes: 1_099_511_627_776,
  applyDelayMs: 500,
  /** The site accepts the documents of an application, and keeps its submission, for this long. */
  documentsDays: 7,
  /** How often documents of an application can be replaced, the same one or several, until a stage is set. */
  documentReplacements: 10,
  /** A device stores an unfinished application for this long. */
  draftDays: 30,
  /** A device keeps the values of a sent application for the next form for this long (contract, decision 26). */
  keptDays: 30,
  contactRedirectMs: 2000,
  /** 'Document uploaded' is shown for this time before the receipt opens, so that people can read it. */
  receiptDelayMs: 1200,
  searchDebounceMs: 250,
  savedOpenings: 100,
  /** One person gets at most this many mails with lost links in a day. */
  linkMailsPerDay: 3,
} as const;

const alertMonths = 6;
/** Alerts by mail about new openings (decision 028). */
export const alertLimits = {
  /** A person gets a mail with new openings after this many days, not earlier. */
  intervalDays: 1,
  /** An alert that is not confirmed is erased after this many days. */
  confirmDays: 3,
  /** An address that has not confirmed an alert gets at most this many mails that ask for a confirmation. */
  mailsPerDay: 3,
  mailsPerMonth: 6,
  /** A confirmed alert ends after this many months, counted in days. */
  months: alertMonths,
  days: Math.ceil(alertMonths * 30.5),
  /** An alert can be continued for this many days after its end, and is then erased. */
  endedDays: 30,
  perMailbox: 10,
  /** An alert ends once the mail server has refused this many of its mails for good, one after the other. */
  refusalsInRow: 3,
  openingsInMail: 20,
} as const;

/**
 * In UTF-16 code units, like HTML's `maxlength`. Without these limits one visitor could fill the host's disk. Lengths
 * that only the application form needs are in `applicationFields`.
 */
export const maxLength = {
  name: 100,
  email: 254,
  phone: 30,
  guests: 5,
  cover_letter: 30_000,
  answer: 5_000,
  document_id: 200,
  msg: 10_000,
  subject: 200,
  q: 200,
  note: 2_000,
  filename: 255,
  id: 200,
} as const;

/** The API client reads no longer lists, so that one large import cannot make the home page fail. */
export const listLimits = {
  items: 20_000,
  /** The maximum number of values inside one item. */
  values: 20_000,
  bytes: 128 * 1024 * 1024,
} as const;
