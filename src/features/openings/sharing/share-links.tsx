import { texts } from '#language';
import { VisuallyHidden } from '#src/components/visually-hidden/visually-hidden.tsx';
import { settings } from '#src/config/settings.ts';
import { fill } from '#src/language/format.ts';
import { site } from '#src/language/server.ts';
import { ShareButtons } from './share-buttons.client.tsx';

/**
 * Renders the share links of an opening, which need no script: those of the site config and, on the page of the opening, more.
 * The name of the opening is in the label of the list, so that a row of home does not repeat it in each link.
 */
export function ShareLinks({
  path,
  roleName,
  isPage,
}: {
  path: string;
  roleName: string;
  isPage: boolean;
}) {
  const address = `${settings().siteOrigin}${path}`;
  const url = encodeURIComponent(address);
  const title = `${roleName}, ${site().brand.companyName}`.toWellFormed();
  const { share } = texts().openings;
  const links = site().share.map(({ label, href }) => ({
    label,
    href: href.replaceAll('{url}', () => url),
  }));
  if (isPage) {
    const message = encodeURIComponent(`${title}\n${address}`);
    links.push({ label: 'WhatsApp', href: `https://wa.me/?text=${message}` });
  }
  return (
    <ul aria-label={fill(isPage ? share.label : share.labelNewTab, { role: roleName })}>
      {links.map(({ label, href }) => (
        <li key={href}>
          <a href={href} target="_blank" rel="noopener">
            {label}
            {isPage ? <VisuallyHidden>{share.newTab}</VisuallyHidden> : null}
          </a>
        </li>
      ))}
      {isPage ? (
        <>
          <li>
            <a href={`mailto:?subject=${encodeURIComponent(title)}&body=${url}`}>{share.email}</a>
          </li>
          <ShareButtons url={address} title={title} label={share.more} />
        </>
      ) : null}
    </ul>
  );
}
