import { Enquiries } from '#src/components/enquiries/enquiries.tsx';
import { PlaceMap } from '#src/components/map/map.client.tsx';
import { Section } from '#src/components/section/section.tsx';
import { siteConfig } from '#src/config/site.ts';
import styles from './find-us.module.css';

/** Where the company is: the address in words first, the map beside it. */
export function FindUs() {
  const { address, enquiries, map: place } = siteConfig;
  return (
    <Section id="find-us" title={place.title}>
      <div className={styles.grid}>
        <Enquiries address={address} phone={enquiries.phone} hours={enquiries.hours} />
        <PlaceMap
          label={place.marker}
          centre={place.centre}
          zoom={place.zoom}
          marker={place.marker}
          tiles={place.tiles}
          attribution={place.attribution}
        />
      </div>
    </Section>
  );
}
