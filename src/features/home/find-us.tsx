import { ContactDetails } from '#src/components/contact-details/contact-details.tsx';
import { LocationMap } from '#src/components/map/map.client.tsx';
import { Section } from '#src/components/section/section.tsx';
import { siteConfig } from '#src/config/site.ts';
import { staticHtml } from '#src/framework/static-html.tsx';
import styles from './find-us.module.css';

const { address, enquiries, map } = siteConfig;

const details = (
  <ContactDetails address={address} phone={enquiries.phone} hours={enquiries.hours} />
);

export function FindUs() {
  return (
    <Section id="find-us" title={map.title}>
      <div className={styles.grid}>
        {staticHtml(details)}
        <LocationMap
          label={map.marker}
          center={map.center}
          zoom={map.zoom}
          marker={map.marker}
          tiles={map.tiles}
          attribution={map.attribution}
        />
      </div>
    </Section>
  );
}
