import { createElement as h } from 'react';

export const metadata = { title: 'Openings' };

export default function Layout({ children }) {
  return h('html', { lang: 'en' }, h('body', null, children));
}
