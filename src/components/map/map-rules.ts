export interface MapPlace {
  /** Degrees, north and east positive. */
  readonly lat: number;
  readonly lon: number;
}

/** The same place on openstreetmap.org, with a marker: for who wants a route, or sees no map here. */
export function mapsAddress({ lat, lon }: MapPlace, zoom: number): string {
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=${zoom}/${lat}/${lon}`;
}
