import { type PostalAddress, postalLines, telephoneHref } from '../enquiries/enquiries-rules.ts';
import styles from './footer.module.css';

type FooterLink = { label: string; href: string };
type FooterList = { title: string; links: readonly FooterLink[] };

/** The foot of every page: services, links, address, enquiries, copyright (section 2). */
export function Footer({
  brand,
  tagline,
  lists,
  address,
  enquiries,
  copyright,
  end,
}: {
  brand: string;
  tagline: string;
  lists: readonly FooterList[];
  address: PostalAddress;
  enquiries: { email: string; phone: string; hours: string };
  copyright: string;
  end?: string;
}) {
  return (
    <footer className={styles.footer} id="footer">
      <div className="wrap">
        <div className={styles.top}>
          <div className={styles.who}>
            <p className={styles.brand}>{brand}</p>
            <p className={styles.tagline}>{tagline}</p>
          </div>
          {lists.map((list) => (
            <nav key={list.title} aria-label={list.title}>
              <h2 className={styles.title}>{list.title}</h2>
              <ul className={styles.list}>
                {list.links.map((link) => (
                  <li key={link.label}>
                    <a href={link.href}>{link.label}</a>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
          <div className={styles.where}>
            <h2 className={styles.title}>General enquiries</h2>
            <address className={styles.places}>
              {postalLines(address).map((line) => (
                <span key={line} className={styles.line}>
                  {line}
                </span>
              ))}
            </address>
            <p className={styles.places}>
              <a href={`mailto:${enquiries.email}`}>{enquiries.email}</a>
              <br />
              <a href={telephoneHref(enquiries.phone)}>{enquiries.phone}</a>
              <br />
              {enquiries.hours}
            </p>
          </div>
        </div>
        <p className={styles.end}>
          <span>{copyright}</span>
          {end ? <span>{end}</span> : null}
        </p>
      </div>
    </footer>
  );
}
