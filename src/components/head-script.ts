import { choices } from './skin-panel/skins.ts';

/** Sets the stored skin and color scheme on <html> before the first paint. */
export const skinScript = `(function(r,k){try{for(var c in k){var v=localStorage.getItem(c);if(k[c].indexOf(v)>0)r.setAttribute("data-"+c,v)}}catch(e){}})(document.documentElement,${JSON.stringify(choices)})`;

/**
 * Defines `loadListed`, which requests the stylesheet, fonts and scripts that the page lists
 * (src/middleware/critical-styles.ts), once. Waku's bootstrap calls it after the first paint (waku.config.ts). The
 * stylesheet applies when the fonts have arrived, at the latest after 3 s, so that the text changes only once.
 */
const loadListedScript = `function loadListed(){var s=document.querySelector("[data-after-paint]"),sheets=[],n=0;if(!s)return;function apply(){sheets.splice(0).forEach(function(l){l.rel="stylesheet"})}s.dataset.afterPaint.split(" ").forEach(function(u){var l=document.createElement("link");if(/js$/.test(u)){l.rel="modulepreload";l.crossOrigin=""}else{n++;l.onload=l.onerror=function(){if(--n===0)apply()};l.rel="preload";if(/css$/.test(u)){l.as="style";sheets.push(l)}else{l.as="font";l.crossOrigin=""}}l.href=u;document.head.append(l)});setTimeout(apply,3e3);s.removeAttribute("data-after-paint")}`;

/**
 * Sets `data-loaded` on <html> when the page has loaded; preloader.module.css then hides the preloader.
 * From the second page of a session on it is set at once, and the browser has the listed files, so
 * they are not delayed: the first paint has the web fonts.
 */
const preloaderScript = `(function(r){function done(){r.setAttribute("data-loaded","")}try{if(sessionStorage.getItem("greeted")){done();loadListed()}sessionStorage.setItem("greeted","1")}catch(e){}if(document.readyState==="complete")done();else addEventListener("load",done)})(document.documentElement)`;

/**
 * Waku reloads the page when the import of a script fails, and the visitor may have entered something. This
 * listener is registered before Waku's; `loadOnce` counts the imports that a page can do without.
 */
const reloadScript = `addEventListener("vite:preloadError",function(e){if(window.optionalImports>0)e.stopImmediatePropagation()})`;

/**
 * The inline script of every page's head. It is the same for every visitor, because pages are cached and
 * the content security policy allows it by its hash.
 */
export const headScript = `${loadListedScript};${skinScript};${preloaderScript};${reloadScript}`;
