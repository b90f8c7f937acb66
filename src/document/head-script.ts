import { choices } from '../components/skin-panel/skins.ts';

/** A script on one line; its lines end where a statement or a block does. `@__PURE__`: the browser's bundle omits it. */
const oneLine = (script: string): string => script.replaceAll(/\n\s*/g, '');

/**
 * Defines `loadListed`, which requests the stylesheet, fonts and scripts that the page lists
 * (src/document/critical-styles.ts), once. Waku's bootstrap calls it after the first paint (waku.config.ts). The
 * stylesheet applies when the fonts have arrived, at the latest after 3 s, so that the text changes only once. While the
 * layout is postponed, parts away from the viewport are then laid out a few at a time, when the browser is idle, at the
 * latest 3 s later: all at once blocks a phone for 200 ms.
 */
const loadListedScript = /* @__PURE__ */ oneLine(`
  function loadListed(){
    var style=document.querySelector("[data-after-paint]"),sheets=[],waiting=0;
    if(!style)return layOutAll();
    function apply(){
      sheets.splice(0).forEach(function(link){
        var next=divideLayout();
        link.onload=link.onerror=function(){if(postponed[0]){document.fonts.ready.then(next);setTimeout(next,3e3)}};
        link.rel="stylesheet"
      })
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
  function divideLayout(){
    if(document.documentElement.hasAttribute("data-postponed"))
      document.querySelectorAll("main section[id],main details,footer").forEach(function(part){
        var box=part.getBoundingClientRect();
        if(box.top>innerHeight||box.bottom<0){part.style.contentVisibility="auto";postponed.push(part)}
      });
    document.documentElement.removeAttribute("data-postponed");
    return function next(){
      requestIdleCallback(function(){
        layOut(8);
        if(document.body.offsetHeight&&postponed[0])next()
      })
    }
  }
`);

/**
 * Sets `data-postponed` on <html> for the first page of a session that is opened at its top: base.css then lays out only
 * what is near the viewport, so the first paint is earlier. It ends at the visitor's first action, before a jump
 * through parts with an estimated height, else with `divideLayout`.
 */
const postponeScript = /* @__PURE__ */ oneLine(`
  var postponed=[];
  function layOut(count){
    postponed.splice(0,count).forEach(function(part){part.style.contentVisibility=""})
  }
  function layOutAll(){
    document.documentElement.removeAttribute("data-postponed");
    layOut(postponed.length)
  }
  (function(root){
    try{
      if(!window.requestIdleCallback||location.hash||sessionStorage.getItem("greeted")||performance.getEntriesByType("navigation")[0].type!=="navigate")return;
      root.setAttribute("data-postponed","");
      ["scroll","pointerdown","click","keydown"].forEach(function(type){
        addEventListener(type,layOutAll,{once:true,capture:true,passive:true})
      })
    }catch(e){}
  })(document.documentElement)
`);

/**
 * Defines `setRootAttributes`, which sets the stored skin and color scheme on <html>, and `data-loaded` when the page has
 * loaded: preloader.module.css then hides the preloader. HeadScript calls it too, because React removes all attributes of
 * <html> when it renders a document that differs from the server's, as after a translation by the browser.
 */
export const rootScript = `function setRootAttributes(){var r=document.documentElement,k=${/* @__PURE__ */ JSON.stringify(choices)};try{for(var c in k){var v=localStorage.getItem(c);if(k[c].indexOf(v)>0)r.setAttribute("data-"+c,v)}}catch(e){}if(document.readyState==="complete")r.setAttribute("data-loaded","")}setRootAttributes();addEventListener("load",setRootAttributes)`;

/**
 * From the second page of a session on `data-loaded` is set at once, and the browser has the listed files, so
 * they are not delayed: the first paint has the web fonts.
 */
const sessionScript = `try{if(sessionStorage.getItem("greeted")){document.documentElement.setAttribute("data-loaded","");loadListed()}sessionStorage.setItem("greeted","1")}catch(e){}`;

/**
 * Waku reloads the page when the import of a script fails, and the visitor may have entered something. This
 * listener is registered before Waku's; `loadOnce` counts the imports that a page can do without.
 */
const reloadScript = `addEventListener("vite:preloadError",function(e){if(window.optionalImports>0)e.stopImmediatePropagation()})`;

/** Records the visitor's last click before hydration, which src/waku.client.tsx repeats after it. */
const clickScript = /* @__PURE__ */ oneLine(`
  var lastClick;
  function recordClick(event){lastClick=event}
  addEventListener("click",recordClick,true)
`);

/**
 * The inline script of every page's head. It is the same for every visitor, because pages are cached and
 * the content security policy allows it by its hash.
 */
export const headScript = `${postponeScript};${loadListedScript};${rootScript};${sessionScript};${reloadScript};${clickScript}`;
