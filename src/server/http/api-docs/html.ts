/** HTML that can be put into a page safely as it is. Only this file makes it from text. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[];

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPED[character] ?? '');

const partOf = (part: Part): string => {
  if (part instanceof Html) {
    return part.text;
  }
  return typeof part === 'string' || typeof part === 'number' ? escape(String(part)) : part.map(({ text }) => text).join('');
};

/** A template whose parts are escaped unless they are HTML already. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((string, index) => string + (index < parts.length ? partOf(parts[index] ?? '') : '')).join(''));

export const NOTHING = new Html('');

/** Text in which backquotes mark code and lines that begin with `- ` are a list. */
export const prose = (text: string): Html => {
  const lines = text.split('\n').filter((line) => line !== '');
  const items = lines.filter((line) => line.startsWith('- '));
  const words = lines.filter((line) => !line.startsWith('- '));
  const list =
    items.length === 0
      ? NOTHING
      : html`<ul>
          ${items.map((item) => html`<li>${inline(item.slice(2))}</li>`)}
        </ul>`;
  return html`${words.map((line) => html`<p>${inline(line)}</p>`)}${list}`;
};

/** One line of such text. */
export const inline = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
