import { fsRouter } from 'waku';
import adapter from 'waku/adapters/node';

export default adapter(fsRouter(import.meta.glob('./**/*.{tsx,ts}', { base: './pages' })), {
  bodyLimit: false,
  middlewareFns: [],
});
