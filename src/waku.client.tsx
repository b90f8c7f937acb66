import './document/client-entry.tsx';
