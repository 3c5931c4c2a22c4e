/** An element: its name, its content, and its attributes. */
export type Xml = readonly [name: string, content: string | readonly (Xml | null)[], attributes?: Readonly<Record<string, string>>];

/** Characters that XML 1.0 cannot contain at all. */
// oxlint-disable-next-line no-control-regex -- these are what is taken out
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

const escaped = (text: string): string =>
  text.replaceAll(FORBIDDEN, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The element as text; null is left out. */
export const writeXml = ([name, content, attributes = {}]: Xml): string => {
  const inHead = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const inside = typeof content === 'string' ? escaped(content) : content.map((each) => (each === null ? '' : writeXml(each))).join('');
  return `<${name}${inHead.join('')}>${inside}</${name}>`;
};
