/** Which sign begins the decimals. */
export type DecimalSign = '.' | ',';

const SPACES = /[\s\u00A0\u202F]/g;
/** A currency or a unit around the number, as in '$ 12.50' and '12.5 ac'. */
const AROUND = /^[^\d.,+()-]*|[^\d.,)]*$/g;

const groupsBy = (sign: DecimalSign): RegExp => (sign === '.' ? /^\d{1,3}(?:[,'’]\d{3})+$/ : /^\d{1,3}(?:[.'’]\d{3})+$/);

/**
 * The number that a cell of text means, if its decimals begin with this sign; null if it does not read like one. A sign that groups has to
 * group: '1,5' is nothing where the point begins the decimals.
 */
export const readNumberBy = (text: string, sign: DecimalSign): number | null => {
  const plain = text.replaceAll(SPACES, '').replaceAll(AROUND, '').replaceAll(/[−–]/g, '-');
  const [, open, minus, digits = '', close] = /^(\()?([+-])?([\d.,'’]+)(\))?$/.exec(plain) ?? [];
  const cut = digits.lastIndexOf(sign);
  const whole = cut === -1 ? digits : digits.slice(0, cut);
  const decimals = cut === -1 ? '' : digits.slice(cut + 1);
  const isWhole = /^\d*$/.test(whole) || groupsBy(sign).test(whole);
  if (!isWhole || !/^\d*$/.test(decimals) || whole + decimals === '' || (open === undefined) !== (close === undefined)) {
    return null;
  }
  const value = Number(`${whole.replaceAll(/\D/g, '') || '0'}.${decimals || '0'}`);
  return minus === '-' || open !== undefined ? -value : value;
};

/** Which sign a cell shows to begin the decimals; null if it may be either. */
const signShownBy = (text: string): DecimalSign | null => {
  const plain = text.replaceAll(SPACES, '').replaceAll(AROUND, '');
  const [point, comma] = [readNumberBy(plain, '.'), readNumberBy(plain, ',')];
  return point === null ? (comma === null ? null : ',') : comma === null ? '.' : null;
};

/** The sign that most of the cells show; undefined if none of them does. */
export const guessDecimalSign = (texts: Iterable<string>): DecimalSign | undefined => {
  let votes = 0;
  let isKnown = false;
  for (const text of texts) {
    const sign = signShownBy(text);
    votes += sign === '.' ? 1 : sign === ',' ? -1 : 0;
    isKnown ||= sign !== null;
  }
  return isKnown ? (votes >= 0 ? '.' : ',') : undefined;
};
