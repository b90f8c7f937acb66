export default function HomePage() {
  return (
    <main>
      <title>Careers</title>
      <h1>Careers</h1>
    </main>
  );
}
export const getConfig = async () => ({ render: 'dynamic' }) as const;
