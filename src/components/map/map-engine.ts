import { Zoom } from 'ol/control.js';
import { mouseOnly, platformModifierKeyOnly } from 'ol/events/condition.js';
import { DragPan, defaults, MouseWheelZoom } from 'ol/interaction.js';
import TileLayer from 'ol/layer/Tile.js';
import OlMap from 'ol/Map.js';
import Overlay from 'ol/Overlay.js';
import { fromLonLat } from 'ol/proj.js';
import XYZ from 'ol/source/XYZ.js';
import View from 'ol/View.js';
import type { MapPlace } from './map-rules.ts';

export interface MapOptions {
  readonly centre: MapPlace;
  readonly zoom: number;
  /** A tile's address with {x}, {y} and {z}. */
  readonly tiles: string;
  /** Drawn at the centre, standing on it; the map keeps a copy. */
  readonly marker: HTMLElement;
  readonly labels: { readonly zoomIn: string; readonly zoomOut: string };
  /** Told when the map, its own marker included, has been drawn for the first time. */
  readonly onDrawn: () => void;
  /** Told whether a tile has come; false once the first has failed and none came. */
  readonly onTiles: (arrive: boolean) => void;
}

/**
 * Draws a map that never takes the page's scrolling away: one finger and the plain wheel scroll the page,
 * two fingers and Ctrl (⌘) with the wheel are the map's. With the focus on it, arrows move it, + and - zoom.
 * @returns a function that takes it away again
 */
export function startMap(target: HTMLElement, options: MapOptions): () => void {
  const { centre, zoom, tiles, marker, labels, onDrawn, onTiles } = options;
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const place = fromLonLat([centre.lon, centre.lat]);
  const source = new XYZ({ url: tiles, transition: still ? 0 : 250 });
  let arrived = false;
  source.on('tileloadend', () => {
    if (!arrived) onTiles(true);
    arrived = true;
  });
  source.on('tileloaderror', () => {
    if (!arrived) onTiles(false);
  });

  const dragPan: DragPan = new DragPan({
    condition: (event) => mouseOnly(event) || dragPan.getPointerCount() === 2,
  });
  const pin = marker.cloneNode(true) as HTMLElement;
  pin.hidden = false;
  const map = new OlMap({
    target,
    controls: [
      new Zoom({
        duration: still ? 0 : 250,
        zoomInTipLabel: labels.zoomIn,
        zoomOutTipLabel: labels.zoomOut,
      }),
    ],
    interactions: defaults({
      altShiftDragRotate: false,
      pinchRotate: false,
      dragPan: false,
      mouseWheelZoom: false,
      zoomDuration: still ? 0 : 250,
    }).extend([
      dragPan,
      new MouseWheelZoom({ condition: platformModifierKeyOnly, duration: still ? 0 : 250 }),
    ]),
    layers: [new TileLayer({ source })],
    overlays: [
      new Overlay({
        element: pin,
        position: place,
        positioning: 'bottom-center',
        stopEvent: false,
      }),
    ],
    view: new View({ center: place, zoom, minZoom: 3, maxZoom: 19 }),
  });
  map.once('postrender', onDrawn);
  for (const button of target.querySelectorAll<HTMLButtonElement>('.ol-zoom button'))
    button.setAttribute('aria-label', button.title);
  return () => {
    map.setTarget(undefined);
    map.dispose();
  };
}
