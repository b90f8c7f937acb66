import { fsRouter } from 'waku';
import adapter from 'waku/adapters/node';
import { requestScope } from './middleware/request-scope.ts';
import { sitePageForms } from './middleware/site-page-forms.ts';
import { siteUploads } from './middleware/site-uploads.ts';

export default adapter(fsRouter(import.meta.glob('./pages/**/*.{tsx,ts}')), {
  // Each route has its own limit: Waku's one for all would turn large documents away.
  bodyLimit: false,
  middlewareFns: [requestScope, sitePageForms, siteUploads],
});
