'use client';

import { useEffect, useRef, useState } from 'react';
import { texts } from '#language';
import { fill } from '#src/language/format.ts';
import { Icon } from '../icon/icon.tsx';
import { loadOnce, useLoadWhenVisible } from '../lazy/load-when-visible.ts';
import { loadWithTexts } from '../lazy/load-with-texts.ts';
import styles from './map.module.css';
import type { Coordinates } from './map-engine.ts';

interface LocationMapProps {
  readonly label: string;
  readonly center: Coordinates;
  readonly zoom: number;
  readonly marker: string;
  readonly tiles: string;
  /** The copyright notice of the tile server, which is always visible. */
  readonly attribution: string;
}

const loadEngine = loadOnce(() => loadWithTexts('mapControls', () => import('./map-engine.ts')));

/** The link shows the same location with a marker. */
const openStreetMapUrl = ({ lat, lon }: Coordinates, zoom: number) =>
  `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=${zoom}/${lat}/${lon}`;

/** The server renders the marker's text and the link, which stay readable without OpenLayers or tiles. */
export function LocationMap({ label, center, zoom, marker, tiles, attribution }: LocationMapProps) {
  const { map, mapControls } = texts();
  const { lat, lon } = center;
  const root = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const pin = useRef<HTMLDivElement>(null);
  const [hasTiles, setHasTiles] = useState<boolean>();
  const [isRendered, setRendered] = useState(false);
  const engine = useLoadWhenVisible(root, loadEngine);

  useEffect(() => {
    if (!engine || !canvas.current || !pin.current) return;
    return engine.startMap(canvas.current, {
      center: { lat, lon },
      zoom,
      tiles,
      marker: pin.current,
      labels: texts().mapControls,
      onRender: () => setRendered(true),
      onTiles: setHasTiles,
    });
  }, [engine, lat, lon, zoom, tiles]);

  return (
    <figure ref={root} className={styles.map} aria-label={label}>
      <div className={styles.box} data-tiles={hasTiles}>
        {/* The role is set once the map handles the keyboard itself. */}
        <div
          ref={canvas}
          className={styles.canvas}
          {...(engine && {
            role: 'application',
            'aria-label': fill(mapControls.name, { place: label }),
            tabIndex: 0,
          })}
        />
        <div ref={pin} className={styles.pin} data-drawn={isRendered || undefined}>
          <span className={styles.label}>{marker}</span>
          <Icon name="map-pin" className={styles.sign} />
        </div>
        {hasTiles === false && (
          <p className={styles.note} role="status">
            {mapControls.noTiles}
          </p>
        )}
      </div>
      <figcaption className={styles.caption}>
        <a href={openStreetMapUrl(center, zoom)} target="_blank" rel="noopener">
          {map.open}
        </a>
        <small>{attribution}</small>
      </figcaption>
    </figure>
  );
}
