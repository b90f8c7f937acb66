/** The file is separate, because React's renderer runs only outside the module graph of server components. */
export { renderToStaticMarkup } from 'react-dom/server';
