import { ContactDetails } from '#src/components/contact-details/contact-details.tsx';
import { LocationMap } from '#src/components/map/map.client.tsx';
import { Section } from '#src/components/section/section.tsx';
import { staticHtml } from '#src/framework/static-html.tsx';
import { site } from '#src/language/server.ts';
import styles from './find-us.module.css';

const Details = () => {
  const { address, enquiries } = site();
  return <ContactDetails address={address} phone={enquiries.phone} hours={enquiries.hours} />;
};

export function FindUs() {
  const { map } = site();
  return (
    <Section id="find-us" title={map.title}>
      <div className={styles.grid}>
        {staticHtml(Details)}
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
