/** A text any database can keep: whole characters only, and no NUL, which PostgreSQL refuses. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

/** An e-mail address as two writings of it compare: "without regard to case". */
export function addressKey(emailaddress: string): string {
  return storable(emailaddress).trim().normalize('NFKC').toLowerCase();
}
