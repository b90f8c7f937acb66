import { inLanguage } from '#src/language/paths.ts';
import { otherLanguages } from '#src/language/server.ts';
import styles from './language-links.module.css';

/**
 * Links to the current page in the other languages, named in those languages; nothing if the site has one language.
 * `address` is the path and query of the page without a language.
 */
export const LanguageLinks = ({ address }: { address: string }) =>
  otherLanguages().map((other) => (
    <a
      key={other.tag}
      className={styles.link}
      href={inLanguage(address, other)}
      lang={other.tag}
      hrefLang={other.tag}
      data-language={other.prefix}
    >
      {other.name}
    </a>
  ));
