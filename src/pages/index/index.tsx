// Section 2: `/index` is the home page too. Waku serves a file named index at the path of its folder.
export { default, getConfig } from '../index.tsx';
