import { encode } from 'uqr';
import { settings } from '#src/config/settings.ts';
import { openingPath } from '#src/domain/rules/addresses.ts';
import styles from './printed-address.module.css';

/** The address of an opening as text and QR code, for a printed page only. */
export function PrintedAddress({ id }: { id: string }) {
  const url = settings().siteOrigin + openingPath(id);
  const { size, path } = qrPath(url);
  return (
    <div className={styles.address}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of this address">
        <path d={path} />
      </svg>
      <p>
        Read and apply at
        <br />
        <strong>{url}</strong>
      </p>
    </div>
  );
}

/** The dark modules of a QR code, one rectangle for each run in a row; its quiet zone is the page. */
function qrPath(text: string): { readonly size: number; readonly path: string } {
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
