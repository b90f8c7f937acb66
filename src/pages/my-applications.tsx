import type { PageProps } from 'waku/router';
import { applicationsPath, readResult } from '#src/addresses.ts';
import { ResultAlert } from '#src/components/alert/result-alert.client.tsx';
import { LinkContent } from '#src/components/link-page/link-page.tsx';
import { PageHead } from '#src/components/page-head/page-head.tsx';
import { settings } from '#src/config/settings.ts';
import { ForgetDevice } from '#src/features/application/forget-device.client.tsx';
import { LostLinks, lostLinksTitle } from '#src/features/my-application/lost-links.tsx';
import { DeviceLists } from '#src/features/openings/device/device-lists.client.tsx';
import { inLanguage } from '#src/language/paths.ts';
import { texts } from '#src/language/server.ts';
import { addBrowserTexts } from '#src/request/request-context.ts';

/** `?result=requested` shows that the links were asked for. */
export default function MyApplicationsPage({ query }: PageProps<'/my-applications'>) {
  const { title, text, requested, notOffered } = texts().lostLinks;
  addBrowserTexts('device', 'application');
  const isRequested = readResult(query, ['requested']) !== undefined;
  return (
    <div className="wrap">
      <meta name="robots" content="noindex" />
      <title>{lostLinksTitle()}</title>
      <meta name="description" content={text} />
      <link rel="canonical" href={settings().siteOrigin + inLanguage(applicationsPath)} />
      <PageHead compact title={title} />
      <LinkContent>
        <DeviceLists />
        <ForgetDevice />
        {isRequested ? (
          <ResultAlert tone="success" title={requested.title}>
            <p>{requested.text}</p>
          </ResultAlert>
        ) : (
          <LostLinks otherwise={<p>{notOffered}</p>} />
        )}
      </LinkContent>
    </div>
  );
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
