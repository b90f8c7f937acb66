import { LocationMap } from '#src/components/map/map.client.tsx';

export function Fixture() {
  return (
    <main>
      <div style={{ height: 1600 }}>Far above</div>
      <LocationMap
        label="Find us"
        center={{ lat: 6.4302, lon: 3.4153 }}
        zoom={15}
        marker="Tamarind Foods Group, Victoria Island"
        tiles="/tiles/{z}/{x}/{y}.svg"
        attribution="© OpenStreetMap contributors"
      />
      <p id="below">Below</p>
    </main>
  );
}
