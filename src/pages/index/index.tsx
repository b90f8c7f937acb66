// Section 2: `/index` is the home page too. A file named index serves the folder above it, hence this one.
export { default, getConfig } from '../index.tsx';
