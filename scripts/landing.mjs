// Puts the landing screen into the page at build time, so that it can be read before any script has run.
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { root } from './lib.mjs';

const SCREEN = join(root, 'src/client/features/landing/landing-screen.tsx');
const PLACE = '<!-- landing -->';

const draw = async () => {
  const [{ createElement }, { renderToStaticMarkup }, { module }] = await Promise.all([
    import('react'),
    import('react-dom/server'),
    runnerImport(SCREEN),
  ]);
  return renderToStaticMarkup(createElement(module.LandingScreen));
};

export const landing = () => ({
  name: 'landing',
  transformIndexHtml: async (html) => (html.includes(PLACE) ? html.replace(PLACE, await draw()) : html),
});
