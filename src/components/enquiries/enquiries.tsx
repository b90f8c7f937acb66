import styles from './enquiries.module.css';
import { type PostalAddress, postalLines, telephoneHref } from './enquiries-rules.ts';

/** Where to find the company and whom to ask: the postal address, then the ways to reach a person. */
export function Enquiries({
  address,
  email,
  phone,
  hours,
}: {
  address: PostalAddress;
  email?: string;
  phone: string;
  hours: string;
}) {
  return (
    <div className={styles.words}>
      <address className={styles.address}>
        {postalLines(address).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <p>
        {email ? (
          <>
            <a href={`mailto:${email}`}>{email}</a>
            <br />
          </>
        ) : null}
        <a href={telephoneHref(phone)}>{phone}</a>
        <br />
        {hours}
      </p>
    </div>
  );
}
