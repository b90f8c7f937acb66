import { texts } from '#language';
import { siteHref } from '#src/addresses.ts';
import { ContactDetails, type PostalAddress } from '../contact-details/contact-details.tsx';
import styles from './footer.module.css';

type FooterLink = { label: string; href: string };
type FooterList = { title: string; links: readonly FooterLink[] };

/** Section 2 defines the content: services, links, address, general enquiries, copyright. */
export function Footer({
  brand,
  tagline,
  lists,
  address,
  enquiries,
  copyright,
}: {
  brand: string;
  tagline: string;
  lists: readonly FooterList[];
  address: PostalAddress;
  enquiries: { email: string; phone: string; hours: string };
  copyright: string;
}) {
  return (
    <footer className={styles.footer} id="footer">
      <div className="wrap">
        <div className={styles.top}>
          <div className={styles.identity}>
            <p className={styles.brand}>{brand}</p>
            <p className={styles.tagline}>{tagline}</p>
          </div>
          {lists.map((list) => (
            <nav key={list.title} aria-label={list.title}>
              <h2 className={styles.title}>{list.title}</h2>
              <ul className={styles.list}>
                {list.links.map((link) => (
                  <li key={link.label}>
                    <a href={siteHref(link.href)}>{link.label}</a>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
          <div className={styles.enquiries}>
            <h2 className={styles.title}>{texts().layout.enquiries}</h2>
            <ContactDetails address={address} {...enquiries} className={styles.contact} />
          </div>
        </div>
        <p className={styles.copyright}>{copyright}</p>
      </div>
    </footer>
  );
}
