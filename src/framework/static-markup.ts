/** The file is separate, because React's renderer runs outside of the graph of server components only. */
export { renderToStaticMarkup } from 'react-dom/server';
