import styles from './contact-details.module.css';

export interface PostalAddress {
  readonly lines: readonly string[];
  readonly city: string;
  readonly region: string;
  readonly country: string;
}

/** The postal address, one line each, then an optional email address, the telephone number and hours. */
export function ContactDetails({
  address,
  email,
  phone,
  hours,
  className = styles.details,
}: {
  address: PostalAddress;
  email?: string;
  phone: string;
  hours: string;
  /** Replaces the default typography and spacing. */
  className?: string | undefined;
}) {
  const { lines, city, region, country } = address;
  return (
    <div className={className}>
      <address>
        {[...lines, `${city}, ${region}`, country].map((line) => (
          <span key={line} className={styles.line}>
            {line}
          </span>
        ))}
      </address>
      <p>
        {email ? (
          <>
            <a href={`mailto:${email}`}>{email}</a>
            <br />
          </>
        ) : null}
        <PhoneLink phone={phone} />
        <br />
        {hours}
      </p>
    </div>
  );
}

/** A telephone number that can be called (RFC 3966); it stays on one line. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a className={styles.phone} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
      {phone}
    </a>
  );
}
