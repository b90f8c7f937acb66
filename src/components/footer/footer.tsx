import { texts } from '#language';
import { siteHref } from '#src/addresses.ts';
import { site } from '#src/language/server.ts';
import { ContactDetails } from '../contact-details/contact-details.tsx';
import styles from './footer.module.css';

/** Section 2 defines the content: services, links, address, general enquiries, copyright. */
export function Footer() {
  const { brand, copyrightYear, footer } = site();
  const lists = [
    { title: footer.servicesTitle, links: footer.services },
    { title: footer.linksTitle, links: footer.links },
  ].filter(({ links }) => links.length > 0);
  return (
    <footer className={styles.footer} id="footer">
      <div className="wrap">
        <div className={styles.top}>
          <div className={styles.identity}>
            <p className={styles.brand}>{brand.name}</p>
            <p className={styles.tagline}>{brand.tagline}</p>
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
            <ContactDetails className={styles.contact} />
          </div>
        </div>
        <p
          className={styles.copyright}
          data-print="no"
        >{`© ${copyrightYear} ${brand.companyName}`}</p>
      </div>
    </footer>
  );
}
