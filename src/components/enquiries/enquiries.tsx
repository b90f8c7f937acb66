import styles from './enquiries.module.css';

/** Where to find the company and whom to ask: the postal address, then the ways to reach a person. */
export function Enquiries({
  address: { lines, city, region, country },
  email,
  phone,
  hours,
}: {
  address: { lines: readonly string[]; city: string; region: string; country: string };
  email?: string;
  phone: string;
  hours: string;
}) {
  return (
    <div className={styles.words}>
      <address className={styles.address}>
        {[...lines, `${city}, ${region}`, country].map((line) => (
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
        <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
        <br />
        {hours}
      </p>
    </div>
  );
}
