/** A node of a syntax tree: a kind, and whatever that kind contains. */
interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []));

/** Attributes whose words nobody reads: names for the browser, for styles and for the program. */
const SILENT =
  /^(className|.*ClassName|containerClass|class|d|type|id|role|href|variant|size|viewBox|autoComplete|inputMode|rel|target|style|as|htmlFor|tone|to|src|fill|stroke.*|aria-(hidden|live|describedby|labelledby|current|haspopup|keyshortcuts|autocomplete)|data-.*|align|form|accept|name|key|method|mode|transform|pattern.*|preserveAspectRatio|textAnchor|listPath)$/;

/** What takes no text of a screen: styles, selectors, storage, the developers' own errors, and the words of the API's document. */
const SILENT_CALLS = new Set([
  'cx',
  'cva',
  'Error',
  'TypeError',
  'matchMedia',
  'querySelector',
  'getElementById',
  'getItem',
  'setItem',
  'removeItem',
  'lazy',
  'say',
]);
/** What turns the words of the catalogue into the page's language. */
const TRANSLATORS = new Set(['t', 'plural', 'phrase', 'told', 'inAll']);

const isSentence = (text: string): boolean =>
  (/^[^A-Za-z]*[A-Z][a-z]/.test(text) && !/^([A-Z][a-z]+){2,}$/.test(text)) || /^[ ,.]*[a-z’']{2,} [a-z]{2,}/i.test(text);
/** A style's class names look like words in a row, but have a dash, a colon or a bracket among them. */
const isStyle = (text: string): boolean =>
  text.split(/\s+/).every((word) => /^[a-z0-9!*:[\]().,%#&>~_/'"=+-]+$/.test(word)) && /[-:[]/.test(text);

const nameOfProperty = (node: Node): string => String(isNode(node['property']) ? node['property']['name'] : node['name']);

const nameOfCall = ({ callee }: Node): string => (isNode(callee) ? nameOfProperty(callee) : '');

const attributeName = (node: Node): string => {
  const name = node['name'] as Node;
  return name.type === 'JSXNamespacedName' ? '' : String(name['name']);
};

/** The name of the type that a variable is declared with. */
const typeNameOf = ({ typeAnnotation }: Node): string => {
  const type = isNode(typeAnnotation) ? typeAnnotation['typeAnnotation'] : undefined;
  return isNode(type) && isNode(type['typeName']) ? String(type['typeName']['name']) : '';
};

const isSkipped = (node: Node): boolean =>
  (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(node.type)) ||
  /^(Import|ExportAll)/.test(node.type) ||
  (node.type === 'JSXAttribute' && SILENT.test(attributeName(node))) ||
  (/^(Call|New)Expression$/.test(node.type) && (SILENT_CALLS.has(nameOfCall(node)) || TRANSLATORS.has(nameOfCall(node)))) ||
  (node.type === 'BinaryExpression' && /^[!=]==?$/.test(String(node['operator']))) ||
  (node.type === 'VariableDeclarator' && /(class(es|name)?|CLASS)$/i.test(String((node['id'] as Node)['name']))) ||
  (node.type === 'AssignmentExpression' && nameOfProperty(node['left'] as Node) === 'displayName') ||
  // The purpose of an endpoint, and of a kind and its fields, is in the API's own document.
  (node.type === 'VariableDeclarator' && typeNameOf(node['id'] as Node) === 'KindWords') ||
  (node.type === 'Property' && (node['key'] as Node)['name'] === 'summary');

/**
 * The texts in a file that would be shown as they stand, in English to everybody: words in elements and attributes, and sentences
 * anywhere else that are no key of the catalogue (a key may stand in a table that is translated where it is drawn).
 */
export const looseTexts = (tree: unknown, known: Pick<ReadonlySet<string>, 'has'>): string[] => {
  const found: string[] = [];
  const look = (node: Node, isDrawn: boolean): void => {
    if (isSkipped(node)) {
      // The values that go into a text are looked at all the same.
      if (TRANSLATORS.has(nameOfCall(node)) && Array.isArray(node['arguments'])) {
        node['arguments']
          .slice(nameOfCall(node) === 'plural' ? 3 : 1)
          .filter(isNode)
          .forEach((argument) => look(argument, false));
      }
      return;
    }
    if (node.type === 'JSXText' && /[A-Za-z]/.test(String(node['value']))) {
      found.push(String(node['value']).trim());
    }
    const text =
      node.type === 'Literal'
        ? node['value']
        : node.type === 'TemplateLiteral'
          ? (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{}')
          : undefined;
    if (typeof text === 'string' && isSentence(text) && !isStyle(text) && (isDrawn || !known.has(text))) {
      found.push(text);
    }
    childrenOf(node).forEach((child) => look(child, node.type === 'JSXAttribute' || (isDrawn && !/Function|Call|Object/.test(node.type))));
  };
  childrenOf(tree as Node).forEach((node) => look(node, false));
  return found;
};

/** The calls of these names anywhere in a file, to be searched for themselves. */
export const callsOf = (tree: unknown, names: ReadonlySet<string>): unknown[] => {
  const found: unknown[] = [];
  const look = (node: Node): void => {
    if (/^(Call|New)Expression$/.test(node.type) && names.has(nameOfCall(node))) {
      found.push({ type: 'Program', body: node['arguments'] });
    }
    childrenOf(node).forEach(look);
  };
  childrenOf(tree as Node).forEach(look);
  return found;
};

/** What a text of the catalogue looks like with values in it. */
export const patternOf = (text: string): RegExp => {
  const parts = text.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.+')}$`);
};
