/** A text any database can keep: whole characters only, and no NUL, which PostgreSQL refuses. */
export function toStoredText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

/** An e-mail address as two writings of it compare: "without regard to case". */
export function addressKey(emailaddress: string): string {
  return toStoredText(emailaddress).trim().normalize('NFKC').toLowerCase();
}
