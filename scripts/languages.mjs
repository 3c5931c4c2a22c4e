// What browsers and search engines learn about the app in the other languages: the page's description and the words of its web manifest.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib.mjs';

const MANIFEST = join(root, 'public/manifest.webmanifest');

const LOCALES = join(root, 'src/client/locales');

const catalogueOf = (language) =>
  Object.assign(
    {},
    ...readdirSync(join(LOCALES, language))
      .filter((file) => file.endsWith('.json'))
      .map((file) => JSON.parse(readFileSync(join(LOCALES, language, file), 'utf8'))),
  );

const catalogues = () => Object.fromEntries(['de', 'es'].map((language) => [language, catalogueOf(language)]));

const wordsOf = (catalogue, text) => {
  const words = catalogue[text];
  if (words === undefined) {
    throw new Error(`The catalogue lacks a text of the page's head: ${text}`);
  }
  return words;
};

/** The same app in other words: id, scope, addresses and icons stay, or a second app would be installed. */
const manifestIn = (language, catalogue) => {
  const { description, shortcuts, ...rest } = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  return JSON.stringify({
    ...rest,
    lang: language,
    description: wordsOf(catalogue, description),
    shortcuts: shortcuts.map((shortcut) => ({ ...shortcut, name: wordsOf(catalogue, shortcut.name) })),
  });
};

const pathOf = (language) => `manifest.${language}.webmanifest`;
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const DESCRIPTION = /<meta name="description" content="([^"]+)"/;
// Without an address: otherwise the browser would go on reading the English one when `theme.js` names another.
const LINK = '<link rel="manifest" data-en="/manifest.webmanifest"';

/** Writes a manifest for each language, and adds to the page's head what `theme.js` puts in place of the English one. */
export const languages = () => ({
  name: 'languages',
  configureServer(server) {
    const words = catalogues();
    server.middlewares.use((request, response, next) => {
      const language = Object.keys(words).find((each) => request.url === `/${pathOf(each)}`);
      if (language === undefined) {
        next();
        return;
      }
      response.setHeader('content-type', 'application/manifest+json').end(manifestIn(language, words[language]));
    });
  },
  generateBundle() {
    for (const [language, catalogue] of Object.entries(catalogues())) {
      this.emitFile({ type: 'asset', fileName: pathOf(language), source: manifestIn(language, catalogue) });
    }
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const all = Object.entries(catalogues());
      const inAll = (valueOf) => all.map(([language, catalogue]) => ` data-${language}="${escape(valueOf(language, catalogue))}"`).join('');
      return html
        .replace(DESCRIPTION, (tag, text) => tag + inAll((_, catalogue) => wordsOf(catalogue, text)))
        .replace(LINK, (tag) => tag + inAll((language) => `/${pathOf(language)}`));
    },
  },
});
