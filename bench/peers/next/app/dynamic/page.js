import { createElement as h } from 'react';
import { OpeningsPage, readOpenings } from '../../../openings-page.js';

export const dynamic = 'force-dynamic';

export default async function Page() {
  return h(OpeningsPage, { openings: await readOpenings() });
}
