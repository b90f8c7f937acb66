import styles from './contact-details.module.css';

export interface PostalAddress {
  readonly lines: readonly string[];
  readonly city: string;
  readonly region: string;
  readonly country: string;
}

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
  /** The class replaces the default typography and spacing. */
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
            <EmailLink email={email} />
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

export const EmailLink = ({ email }: { email: string }) => <a href={`mailto:${email}`}>{email}</a>;

export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a className={styles.phone} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
      {phone}
    </a>
  );
}
