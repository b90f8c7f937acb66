'use client';

import { useEffect, useRef, useState } from 'react';
import { Icon } from '../icon/icon.tsx';
import { loadOnce } from '../lazy/load-once.ts';
import { useLoadWhenVisible } from '../lazy/use-load-when-visible.ts';
import styles from './map.module.css';
import { type MapPlace, mapsAddress } from './map-rules.ts';

export interface MapLabels {
  readonly openInMaps: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly noTiles: string;
  readonly keys: string;
}

const defaultLabels: MapLabels = {
  openInMaps: 'Open in maps',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  noTiles: 'The map’s pictures could not be loaded.',
  keys: 'Arrow keys move the map, + and - zoom.',
};

export interface MapProps {
  readonly label: string;
  readonly centre: MapPlace;
  readonly zoom: number;
  /** What stands at the centre, in words. */
  readonly marker: string;
  /** A tile's address with {x}, {y} and {z}. */
  readonly tiles: string;
  /** Whose tiles they are; must always be seen. */
  readonly attribution: string;
  readonly labels?: MapLabels;
}

const loadEngine = loadOnce(() => import('./map-engine.ts'));

/**
 * A map with one marker. The marker, its words and the link are the server's and stand in a box of the
 * map's size; OpenLayers draws the tiles behind them when it comes near. Where it or the tiles do not
 * come, the place is still told.
 */
export function PlaceMap(props: MapProps) {
  const { label, centre, zoom, marker, tiles, attribution, labels = defaultLabels } = props;
  const { lat, lon } = centre;
  const { zoomIn, zoomOut } = labels;
  const root = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const pin = useRef<HTMLParagraphElement>(null);
  const [tilesArrive, setTilesArrive] = useState<boolean>();
  const [isDrawn, setDrawn] = useState(false);
  const engine = useLoadWhenVisible(root, loadEngine);

  useEffect(() => {
    if (!engine || !canvas.current || !pin.current) return;
    return engine.startMap(canvas.current, {
      centre: { lat, lon },
      zoom,
      tiles,
      marker: pin.current,
      labels: { zoomIn, zoomOut },
      onDrawn: () => setDrawn(true),
      onTiles: setTilesArrive,
    });
  }, [engine, lat, lon, zoom, tiles, zoomIn, zoomOut]);

  return (
    <figure ref={root} className={styles.map} aria-label={label}>
      <div className={styles.box} data-tiles={tilesArrive}>
        {/* A map is no text: once it is drawn, the keys are its own. */}
        <div
          ref={canvas}
          className={styles.canvas}
          {...(engine && {
            role: 'application',
            'aria-label': `${label}. ${labels.keys}`,
            tabIndex: 0,
          })}
        />
        <p ref={pin} className={styles.pin} hidden={isDrawn}>
          <span className={styles.words}>{marker}</span>
          <Icon name="map-pin" className={styles.sign} />
        </p>
        {tilesArrive === false && (
          <p className={styles.note} role="status">
            {labels.noTiles}
          </p>
        )}
      </div>
      <figcaption className={styles.caption}>
        <a href={mapsAddress(centre, zoom)} target="_blank" rel="noopener">
          {labels.openInMaps}
        </a>
        <small>{attribution}</small>
      </figcaption>
    </figure>
  );
}
