import './framework/client-entry.tsx';
