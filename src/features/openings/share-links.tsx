import { VisuallyHidden } from '#src/components/visually-hidden/visually-hidden.tsx';
import { settings } from '#src/site/settings.ts';
import { siteFile } from '#src/site/site-file.ts';
import styles from './share-links.module.css';

/** Plain links to the networks' own share pages: none of their script runs in ours (section 2). */
export function ShareLinks({ path, roleName }: { path: string; roleName: string }) {
  const address = encodeURIComponent(`${settings().siteOrigin}${path}`);
  return (
    <ul className={styles.share}>
      {siteFile.share.map(({ network, label, href }) => (
        <li key={network}>
          <a href={href.replaceAll('{url}', () => address)} target="_blank" rel="noopener">
            {label}
            <VisuallyHidden> the job {roleName} (opens in a new tab)</VisuallyHidden>
          </a>
        </li>
      ))}
    </ul>
  );
}
