import { schemes } from '#src/domain/model/skins.ts';

/**
 * Joins the lines of a script, each of which must end a statement or a block. With `@__PURE__` the browser's bundle omits
 * the scripts.
 */
export const joinLines = (script: string): string => script.replaceAll(/\n\s*/g, '');

/**
 * Defines `afterPaint`, a promise for which Waku's bootstrap waits (first-paint.ts). It is fulfilled after the first
 * paint. A background tab is not painted, so there it is fulfilled at once. It is fulfilled after a second at the
 * latest, because no paint is reported if the tab goes to the background first. The script also defines `loadListed`,
 * which then requests the fonts, their stylesheet and the scripts that the page lists. The stylesheet takes effect when
 * the fonts have arrived, or after 3 s, so that the text changes only once.
 */
const afterPaintScript = /* @__PURE__ */ joinLines(`
  var afterPaint=new Promise(function(resolve){
    if(document.hidden)resolve();
    new PerformanceObserver(function(list){
      if(list.getEntriesByName("first-contentful-paint").length>0)resolve()
    }).observe({type:"paint",buffered:true});
    setTimeout(resolve,1e3)
  }).then(loadListed);
  function loadListed(){
    var style=document.querySelector("[data-after-paint]"),sheets=[],waiting=0;
    if(!style)return;
    function apply(){
      sheets.splice(0).forEach(function(link){link.rel="stylesheet"})
    }
    style.dataset.afterPaint.split(" ").forEach(function(url){
      var link=document.createElement("link");
      if(/js$/.test(url)){link.rel="modulepreload";link.crossOrigin=""}
      else{
        waiting++;
        link.onload=link.onerror=function(){if(--waiting===0)apply()};
        link.rel="preload";
        if(/css$/.test(url)){link.as="style";sheets.push(link)}
        else{link.as="font";link.crossOrigin=""}
      }
      link.href=url;
      document.head.append(link)
    });
    setTimeout(apply,3e3);
    style.removeAttribute("data-after-paint")
  }
`);

/**
 * Defines `setRootAttributes`, which sets the stored skin, if it is one of `data-skins`, and color scheme on <html>, and `data-loaded` when the page has
 * loaded: preloader.module.css then hides the preloader. HeadScript calls it too, because React removes all attributes of
 * <html> when it renders a document that differs from the server's, for example after a translation by the browser.
 */
export const rootScript = `function setRootAttributes(){var r=document.documentElement,k={skin:(r.getAttribute("data-skins")||"").split(" "),scheme:${/* @__PURE__ */ JSON.stringify(schemes)}};try{for(var c in k){var v=localStorage.getItem(c);if(k[c].indexOf(v)>0)r.setAttribute("data-"+c,v)}}catch(e){}if(document.readyState==="complete")r.setAttribute("data-loaded","")}setRootAttributes();addEventListener("load",setRootAttributes)`;

/**
 * From the second page of a session on, `data-loaded` is set at once. The browser then has the listed files, so they are
 * not delayed, and the first paint has the web fonts.
 */
const sessionScript = `try{if(sessionStorage.getItem("greeted")){document.documentElement.setAttribute("data-loaded","");loadListed()}sessionStorage.setItem("greeted","1")}catch(e){}`;

/**
 * Waku reloads the page when a script cannot be loaded. This listener is registered before Waku's. It prevents the
 * reload while the page loads scripts that it can do without (`loadOnce` counts these loads), if a form has entered or
 * restored values, and offline. The page then stays as it is without script.
 */
const reloadScript = /* @__PURE__ */ joinLines(`
  var entered=false;
  addEventListener("input",function(){entered=true},true);
  function differs(control){
    if(control.options)return control.selectedIndex!==Math.max(0,[].findIndex.call(control.options,function(option){return option.defaultSelected}));
    if(/^(?:checkbox|radio)$/.test(control.type))return control.checked!==control.defaultChecked;
    return control.type!=="hidden"&&control.value!==control.defaultValue
  }
  addEventListener("vite:preloadError",function(event){
    var isKept=entered||!navigator.onLine||window.optionalImports>0||[].some.call(document.querySelectorAll("input,textarea,select"),differs);
    if(isKept)event.stopImmediatePropagation()
  })
`);

/**
 * The inline script of every page's head. It is the same for every visitor, because pages are cached and the content
 * security policy allows it by its hash.
 */
export const headScript = `${afterPaintScript};${rootScript};${sessionScript};${reloadScript}`;
