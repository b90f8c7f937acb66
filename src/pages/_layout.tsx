import type { ReactNode } from 'react';
import { unstable_getRequest } from 'waku/router/server';
import { Dropdown } from '#src/components/dropdown/dropdown.client.tsx';
import { ErrorBoundary } from '#src/components/error-boundary/error-boundary.client.tsx';
import { Footer } from '#src/components/footer/footer.tsx';
import { Header } from '#src/components/header/header.tsx';
import { LanguageLinks } from '#src/components/language-links/language-links.tsx';
import { PageScroll } from '#src/components/page-scroll/page-scroll.client.tsx';
import { Preloader } from '#src/components/preloader/preloader.tsx';
import { SkinPanel } from '#src/components/skin-panel/skin-panel.client.tsx';
import { skinChoices } from '#src/config/skins.ts';
import { HeaderSearch } from '#src/features/openings/search/header-search.client.tsx';
import { BackForwardCache } from '#src/framework/back-forward-cache.client.tsx';
import { staticHtml } from '#src/framework/static-html.tsx';
import { otherLanguages, site, texts } from '#src/language/server.ts';
import { addBrowserTexts } from '#src/request/request-context.ts';
import { OtherLanguages } from './_components/other-languages.client.tsx';

export default function Layout({ children }: { children: ReactNode }) {
  addBrowserTexts('form', 'common', 'search');
  const { captcha, skins } = site();
  if (captcha) addBrowserTexts('captcha');
  const { pathname, search } = new URL(unstable_getRequest().url);
  return (
    <>
      <Header
        languages={<LanguageLinks address={pathname + search} />}
        tools={
          <ErrorBoundary isOptional>
            <Dropdown id="header-search" icon="search" label={texts().layout.search}>
              <HeaderSearch />
            </Dropdown>
            {skins.panel ? <SkinPanel skins={skinChoices(site())} /> : null}
          </ErrorBoundary>
        }
      />
      <main id="main" tabIndex={-1}>
        <ErrorBoundary>{children}</ErrorBoundary>
      </main>
      {staticHtml(Footer)}
      <BackForwardCache />
      <PageScroll />
      <Preloader />
      {otherLanguages().length > 0 ? <OtherLanguages /> : null}
    </>
  );
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
