'use client';

import { LanguageOffer } from '#src/components/language-links/language-offer.client.tsx';
import { CallsInLanguage } from '#src/framework/calls-in-language.client.tsx';

/** What pages of a site with more than one language have. A page names each of its client components, so they are one. */
export const OtherLanguages = () => (
  <>
    <CallsInLanguage />
    <LanguageOffer />
  </>
);
