import { VisuallyHidden } from '#src/components/visually-hidden/visually-hidden.tsx';
import { settings } from '#src/config/settings.ts';
import { siteConfig } from '#src/config/site.ts';
import styles from './share-links.module.css';

/** Plain links to the networks' own share pages: none of their script runs in ours (section 2). */
export function ShareLinks({ path, roleName }: { path: string; roleName: string }) {
  const address = encodeURIComponent(`${settings().siteOrigin}${path}`);
  return (
    <ul className={styles.share}>
      {siteConfig.share.map(({ network, label, href }) => (
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
