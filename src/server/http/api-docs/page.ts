import { callIndex, callSection, headerId, refusalId } from '#server/http/api-docs/calls.ts';
import { type ApiDocument, type Call, callsOf } from '#server/http/api-docs/document.ts';
import { html, type Html, inline, NOTHING, prose } from '#server/http/api-docs/html.ts';
import { schemaSection } from '#server/http/api-docs/schemas.ts';
import { SECTIONS } from '#server/http/openapi/introduction.ts';

interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly content: Html;
}

const groupId = (title: string): string => title.toLowerCase().replace(/\W+/g, '-');

const introduction = (): Chapter[] =>
  SECTIONS.map(({ id, title, paragraphs, code, list = [] }) => ({
    id,
    title,
    content: html`${paragraphs.map((text) => html`<p>${inline(text)}</p>`)} ${code === undefined ? NOTHING : html`<pre>${code}</pre>`}
    ${
      list.length === 0
        ? NOTHING
        : html`<ul>
            ${list.map((item) => html`<li>${inline(item)}</li>`)}
          </ul>`
    }`,
  }));

const groups = (document: ApiDocument, calls: readonly Call[]): Chapter[] =>
  document.tags.map(({ name, description }) => {
    const ofGroup = calls.filter(({ operation }) => operation.tags.includes(name));
    return {
      id: groupId(name),
      title: name,
      content: html`<p>${inline(description)}</p>
        ${callIndex(ofGroup)}${ofGroup.map((call) => callSection(document, call))}`,
    };
  });

const headers = ({ components }: ApiDocument): Chapter => {
  const sent = Object.values(components.parameters).filter((each) => each.in === 'header');
  // A header that goes both ways is explained once, with what it does when it is sent.
  const answered = Object.entries(components.headers).filter(([name]) => sent.every((each) => each.name !== name));
  const item = (name: string, direction: string, description: string) =>
    html`<div id="${headerId(name)}">
      <dt><code>${name}</code> <i>${direction}</i></dt>
      <dd>${inline(description)}</dd>
    </div>`;
  return {
    id: 'headers',
    title: 'Headers',
    content: html`<dl class="card">
      ${sent.map(({ name, description }) => item(name, 'request', description))}${answered.map(([name, { description }]) =>
        item(name, 'answer', description),
      )}
    </dl>`,
  };
};

const refusals = ({ components }: ApiDocument): Chapter => ({
  id: 'refusals',
  title: 'Codes of refusals',
  content: html`${Object.entries(components.responses).map(
    ([name, { description }]) =>
      html`<section class="card" id="${refusalId(name)}">
        <h3>${name}</h3>
        ${prose(description)}
      </section>`,
  )}`,
});

const schemas = ({ components }: ApiDocument): Chapter => ({
  id: 'schemas',
  title: 'Schemas',
  content: html`${Object.entries(components.schemas).map(([name, schema]) => schemaSection(name, schema, components.schemas))}`,
});

const navigation = (chapters: readonly Chapter[]): Html =>
  html`<nav aria-label="Contents" id="contents">
    <ul>
      ${chapters.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
    </ul>
  </nav>`;

/** The document as a page for people: HTML and a stylesheet, nothing that runs. `style` is the stylesheet's address. */
export const docsPage = (document: ApiDocument, style: string): string => {
  const chapters = [...introduction(), ...groups(document, callsOf(document)), headers(document), refusals(document), schemas(document)];
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>API · ${document.info.title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${style}" />
      </head>
      <body>
        <header class="bar">
          <a class="brand" href="/">${document.info.title}</a><a href="#contents">Contents</a><a href="/api/openapi.json">openapi.json</a>
        </header>
        <main>
          <div>
            <h1>${document.info.title} API</h1>
            <p>
              ${document.info.summary} This page shows <a href="/api/openapi.json">the OpenAPI 3.1 document</a>, which generators of clients
              read.
            </p>
          </div>
          ${navigation(chapters)}
          <div>
            ${chapters.map(
              ({ id, title, content }) =>
                html`<section id="${id}">
                  <h2>${title}</h2>
                  ${content}
                </section>`,
            )}
          </div>
        </main>
      </body>
    </html> `.text;
};
