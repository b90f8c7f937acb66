import { renderToString } from 'react-dom/server';
import { setRenderer } from './render-once.client.tsx';
import { isOptimized } from './switch.ts';

/** The file is separate, because React's renderer runs outside of the graph of server components only. */
export { renderToStaticMarkup } from 'react-dom/server';

if (isOptimized) setRenderer(renderToString);
