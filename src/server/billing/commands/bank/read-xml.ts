import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { invalid } from '#shared/lib/errors.ts';

/** An element as it was read: without its namespace, which is another in each version of a format. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** Deeper than any format of banks. */
const DEEPEST = 40;
const LONGEST_TEXT = 4000;
/** Elements that are kept at a time: those of one entry without its details. */
const MOST_ELEMENTS = 20_000;
const PIECE = 65_536;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

interface Listener {
  /** An element ended inside these, the outermost first. Whether its parent keeps it. */
  end(element: XmlElement, within: readonly XmlElement[]): boolean;
  /** An element begins inside these. */
  begin(name: string, within: readonly XmlElement[]): void;
}

const broken = () => invalid('', 'bankFileBroken');

/**
 * Reads XML from beginning to end, and tells of each element as it ends. Nothing in it is looked up anywhere: a document type, and with it
 * every entity of its own, is refused.
 */
export const readXml = (text: string, listener: Listener): void => {
  const open: XmlElement[] = [];
  let kept = 0;
  const parser = new SaxesParser();
  const begin = ({ name, attributes }: SaxesTagPlain): void => {
    kept += 1;
    if (open.length >= DEEPEST || kept > MOST_ELEMENTS) {
      throw invalid('', 'bankFileTooMuch');
    }
    listener.begin(localName(name), open);
    open.push({ name: localName(name), attributes, children: [], text: '' });
  };
  const addText = (piece: string): void => {
    const element = open.at(-1);
    if (element && element.text.length < LONGEST_TEXT) {
      element.text += piece.slice(0, LONGEST_TEXT);
    }
  };
  const end = (): void => {
    const element = open.pop();
    if (!element) {
      throw broken();
    }
    if (listener.end(element, open)) {
      open.at(-1)?.children.push(element);
    } else {
      kept -= countOf(element);
    }
  };
  parser.on('doctype', () => {
    throw invalid('', 'bankFileWithDoctype');
  });
  parser.on('error', () => {
    throw broken();
  });
  parser.on('opentag', begin);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', end);
  for (let at = 0; at < text.length; at += PIECE) {
    parser.write(text.slice(at, at + PIECE));
  }
  parser.close();
};

const countOf = ({ children }: XmlElement): number => children.reduce((sum, child) => sum + countOf(child), 1);

/** All elements on this way down, in their order. */
export const elementsAt = (element: XmlElement, ...path: readonly string[]): readonly XmlElement[] =>
  path.reduce<readonly XmlElement[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  );

/** The first text on the first of these ways that has one. */
export const textAt = (element: XmlElement, ...paths: readonly string[]): string | null => {
  for (const path of paths) {
    const text = elementsAt(element, ...path.split('/'))
      .map((each) => each.text.trim())
      .find((each) => each !== '');
    if (text !== undefined) {
      return text;
    }
  }
  return null;
};
