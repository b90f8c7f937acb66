import { phoneHref, site } from '#src/language/server.ts';
import styles from './contact-details.module.css';

export function ContactDetails({
  hasEmail = true,
  className = styles.details,
}: {
  hasEmail?: boolean;
  /** The class replaces the default typography and spacing. */
  className?: string | undefined;
}) {
  const { lines, city, region, country } = site().address;
  const { email, phone, hours } = site().enquiries;
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
        {hasEmail ? (
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
    <a className={styles.phone} href={phoneHref(phone)}>
      {phone}
    </a>
  );
}
