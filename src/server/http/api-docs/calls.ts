import {
  type Answer,
  type ApiDocument,
  type Call,
  type Content,
  nameOf,
  type Parameter,
  type Reference,
} from '#server/http/api-docs/document.ts';
import { html, type Html, inline, NOTHING } from '#server/http/api-docs/html.ts';
import { sample, typeOf } from '#server/http/api-docs/schemas.ts';
import { sampleOf } from '#server/http/openapi/samples.ts';

/** Where the page explains a header, or the refusals with a status. */
export const headerId = (name: string): string => `header-${name.toLowerCase()}`;
export const refusalId = (name: string): string => `refusal-${name}`;

const isReference = (value: object): value is Reference => '$ref' in value;

const methodOf = (method: string): Html => html`<span class="method ${method.toLowerCase()}">${method}</span>`;

/** A line for each call of a group, for orientation. */
export const callIndex = (calls: readonly Call[]): Html =>
  html`<ul class="index">
    ${calls.map(
      ({ method, path, operation }) =>
        html`<li>${methodOf(method)} <a href="#${operation.operationId}">${inline(operation.summary)}</a> <code>${path}</code></li>`,
    )}
  </ul>`;

const parametersOf = (all: readonly Parameter[]): Html => {
  const shown = all.filter((each) => each.in !== 'header');
  return shown.length === 0
    ? NOTHING
    : html`<h4>Parameters</h4>
        <dl>
          ${shown.map(
            (each) =>
              html`<div>
                <dt><code>${each.name}</code> <i>${each.in}</i></dt>
                <dd><span class="type">${typeOf(each.schema)}</span><br />${inline(each.description)}</dd>
              </div>`,
          )}
        </dl>`;
};

const linksTo = (names: readonly string[], idOf: (name: string) => string): Html =>
  html`${names.map((name, index) => html`${index === 0 ? '' : ', '}<a href="#${idOf(name)}"><code>${name}</code></a>`)}`;

const requestHeadersOf = (all: readonly Parameter[]): Html => {
  const names = all.filter((each) => each.in === 'header').map(({ name }) => name);
  return names.length === 0 ? NOTHING : html`<p>Takes the headers ${linksTo(names, headerId)}.</p>`;
};

const contentOf = (content: Content | undefined): Html =>
  html`${Object.entries(content ?? {}).map(([type, { schema }]) =>
    type === 'application/json' ? html`${typeOf(schema)}` : html`<code>${type}</code>`,
  )}`;

const bodyOf = ({ components }: ApiDocument, content: Content | undefined): Html => {
  if (content === undefined) {
    return NOTHING;
  }
  const schema = content['application/json']?.schema;
  return html`<h4>Body</h4>
    <p>${contentOf(content)}</p>
    ${schema === undefined ? NOTHING : sample('Sample', sampleOf(schema, components.schemas))}`;
};

const successOf = (status: string, answer: Answer): Html => {
  const headers = Object.keys(answer.headers ?? {});
  return html`<div>
    <dt><code>${status}</code></dt>
    <dd>
      ${answer.content ? html`<span class="type">${contentOf(answer.content)}</span><br />` : NOTHING}${answer.description}${
        headers.length === 0 ? NOTHING : html`<br /><small>With ${linksTo(headers, headerId)}.</small>`
      }
    </dd>
  </div>`;
};

const answersOf = (responses: Call['operation']['responses']): Html => {
  const all = Object.entries(responses);
  const refusals = all.flatMap(([status, answer]) => (isReference(answer) ? [{ status, name: nameOf(answer) }] : []));
  const successes = all.flatMap(([status, answer]) => (isReference(answer) ? [] : [successOf(status, answer)]));
  return html`<h4>Answers</h4>
    <dl>
      ${successes}
      <div>
        <dt>Refusals</dt>
        <dd>
          ${refusals.map(
            ({ status, name }, index) =>
              html`${index === 0 ? '' : ', '}<a href="#${refusalId(name)}">${status === 'default' ? 'others' : status}</a>`,
          )}
        </dd>
      </div>
    </dl>`;
};

/** Everything there is to say about a call. */
export const callSection = (document: ApiDocument, { method, path, alsoAt, operation }: Call): Html => {
  const parameters = operation.parameters.flatMap((each) => {
    const found = isReference(each) ? document.components.parameters[nameOf(each)] : each;
    return found === undefined ? [] : [found];
  });
  return html`<section class="card" id="${operation.operationId}">
    <h3>${inline(operation.summary)}</h3>
    <p class="address">${methodOf(method)} <code>${path}</code></p>
    ${alsoAt.map((other) => html`<p class="address"><small>also at</small> <code>${other}</code></p>`)}
    <p>
      ${inline(operation.description)} <small><code>${operation.operationId}</code></small>
    </p>
    ${parametersOf(parameters)} ${bodyOf(document, operation.requestBody?.content)} ${requestHeadersOf(parameters)}
    ${answersOf(operation.responses)}
  </section>`;
};
