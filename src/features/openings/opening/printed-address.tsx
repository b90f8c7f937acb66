import { encode } from 'uqr';
import { texts } from '#language';
import { openingHref } from '#src/addresses.ts';
import { settings } from '#src/config/settings.ts';
import styles from './printed-address.module.css';

/** Only a printed page shows the address of an opening as text and QR code. */
export function PrintedAddress({ id }: { id: string }) {
  const url = settings().siteOrigin + openingHref(id);
  const { size, path } = qrPath(url);
  const { printedAddress, printedCode } = texts().openings.opening;
  return (
    <div className={styles.address}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={printedCode}>
        <path d={path} />
      </svg>
      <p>
        {printedAddress}
        <br />
        <strong>{url}</strong>
      </p>
    </div>
  );
}

/** Each run of dark modules in a row of the QR code is one rectangle; the page is its quiet zone. */
function qrPath(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const runs = data.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return [`M${x} ${y}h${(end === -1 ? size : end) - x}v1H${x}z`];
    }),
  );
  return { size, path: runs.join('') };
}
