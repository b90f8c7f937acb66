/**
 * Marks <html> when the page has loaded, for preloader.module.css to fade the preloader out; from a
 * session's second page on it is marked at once, so the preloader greets and does not nag. Static,
 * see skinScript.
 */
export const preloaderScript = `(function(r){function done(){r.setAttribute("data-loaded","")}try{if(sessionStorage.getItem("greeted"))done();sessionStorage.setItem("greeted","1")}catch(e){}if(document.readyState==="complete")done();else addEventListener("load",done)})(document.documentElement)`;
