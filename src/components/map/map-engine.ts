import { Zoom } from 'ol/control.js';
import { mouseOnly, platformModifierKeyOnly } from 'ol/events/condition.js';
import { DragPan, defaults, MouseWheelZoom } from 'ol/interaction.js';
import TileLayer from 'ol/layer/Tile.js';
import OlMap from 'ol/Map.js';
import Overlay from 'ol/Overlay.js';
import { fromLonLat } from 'ol/proj.js';
import XYZ from 'ol/source/XYZ.js';
import View from 'ol/View.js';
import { language } from '#language';
import { prefersReducedMotion } from '#src/browser/media-queries.ts';

/** The values are degrees; north and east are positive. */
export interface Coordinates {
  readonly lat: number;
  readonly lon: number;
}

/**
 * One finger and the wheel scroll the page; two fingers, and the wheel with Ctrl (⌘), move and zoom the map. While the
 * map has the focus, the arrow keys move it, + and - zoom. Returns a function that removes the map.
 */
export function startMap(
  target: HTMLElement,
  options: {
    readonly center: Coordinates;
    readonly zoom: number;
    readonly tiles: string;
    /** A copy of this element is placed at the center. */
    readonly marker: HTMLElement;
    readonly labels: { readonly zoomIn: string; readonly zoomOut: string };
    /** Called after the first render, which includes the marker. */
    readonly onRender: () => void;
    /** Called with true after the first tile, and with false if a tile fails before one was loaded. */
    readonly onTiles: (hasTiles: boolean) => void;
  },
): () => void {
  const { center, zoom, tiles, marker, labels, onRender, onTiles } = options;
  const durationMs = prefersReducedMotion() ? 0 : 250;
  const position = fromLonLat([center.lon, center.lat]);
  const source = new XYZ({ url: tiles, transition: durationMs });
  let hasTiles = false;
  source.on('tileloadend', () => {
    if (!hasTiles) onTiles(true);
    hasTiles = true;
  });
  source.on('tileloaderror', () => {
    if (!hasTiles) onTiles(false);
  });

  const dragPan: DragPan = new DragPan({
    condition: (event) => mouseOnly(event) || dragPan.getPointerCount() === 2,
  });
  // OpenLayers positions its elements from the left.
  target.dir = 'ltr';
  const pin = document.importNode(marker, true);
  pin.dir = language().dir;
  delete pin.dataset.drawn;
  const map = new OlMap({
    target,
    controls: [
      new Zoom({
        duration: durationMs,
        zoomInTipLabel: labels.zoomIn,
        zoomOutTipLabel: labels.zoomOut,
      }),
    ],
    interactions: defaults({
      altShiftDragRotate: false,
      pinchRotate: false,
      dragPan: false,
      mouseWheelZoom: false,
      zoomDuration: durationMs,
    }).extend([
      dragPan,
      new MouseWheelZoom({ condition: platformModifierKeyOnly, duration: durationMs }),
    ]),
    layers: [new TileLayer({ source })],
    overlays: [
      new Overlay({
        element: pin,
        position,
        positioning: 'bottom-center',
        stopEvent: false,
      }),
    ],
    view: new View({ center: position, zoom, minZoom: 3, maxZoom: 19 }),
  });
  map.once('postrender', onRender);
  for (const button of target.querySelectorAll<HTMLButtonElement>('.ol-zoom button'))
    button.setAttribute('aria-label', button.title);
  return () => {
    map.setTarget(undefined);
    map.dispose();
  };
}
