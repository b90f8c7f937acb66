import { ContactDetails } from '#src/components/contact-details/contact-details.tsx';
import { LocationMap } from '#src/components/map/map.client.tsx';
import { Section } from '#src/components/section/section.tsx';
import { staticHtml } from '#src/framework/static-html.tsx';
import { site } from '#src/language/server.ts';
import styles from './find-us.module.css';

const Details = () => <ContactDetails hasEmail={false} />;

export function FindUs() {
  const { map } = site();
  if (!map) return null;
  const { title, ...place } = map;
  return (
    <Section id="find-us" title={title}>
      <div className={styles.grid}>
        {staticHtml(Details)}
        <LocationMap label={map.marker} {...place} />
      </div>
    </Section>
  );
}
