import type { Advantage, BillLine, Explanation, MeasuredEntry, QuantityPart, RateChoice } from '#shared/billing/schemas/bill.ts';
import type { RateLine } from '#shared/billing/schemas/rate.ts';
import { graduated, quantitiesBySteps } from '#shared/billing/amounts.ts';
import type { Sentence, SentenceKey } from '#shared/billing/line-words.ts';
import { type Decimal, decimal, sum, ZERO } from '#shared/lib/decimal.ts';
import { compare, minus, times } from '#shared/lib/decimal-math.ts';
import { textOf } from '#shared/lib/decimal-text.ts';

type OfQuantity = Extract<Explanation, { kind: 'quantity' }>;
type OfShare = Extract<Explanation, { kind: 'share' }>;

const say = (key: SentenceKey, values: Sentence['values'] = {}): Sentence => ({ key, values });
const total = (amounts: readonly { readonly cents: number }[]): number => amounts.reduce((added, { cents }) => added + cents, 0);
const quantityIn = (parts: readonly QuantityPart[]): Decimal => sum(parts.map(({ quantity }) => decimal(quantity)));
const measuredIn = (entries: readonly MeasuredEntry[]): Decimal => sum(entries.map(({ measured }) => decimal(measured)));

/** The only price of a line; undefined if there are steps. */
const onePrice = ({ prices }: RateLine): string | undefined => (prices.length === 1 ? prices[0]?.price : undefined);

/** These parts without their minimum: quantity times price, or step by step, each step for all parts together. */
const ofPrices = (line: RateLine, parts: readonly QuantityPart[]): Sentence[] => {
  const { prices } = line;
  const steps = parts.map(({ quantity }) => quantitiesBySteps(decimal(quantity), prices));
  return prices.flatMap(({ upTo, price }, index) => {
    const quantity = sum(steps.map((each) => each[index] ?? ZERO));
    if (quantity.digits === 0n && (prices.length > 1 || parts.length === 0)) {
      return [];
    }
    const values = { quantity: textOf(quantity), price, amount: textOf(times(quantity, decimal(price))) };
    const from = prices[index - 1]?.upTo ?? null;
    if (from === null) {
      return upTo === null ? say('product', values) : say('stepFirst', { ...values, upTo });
    }
    return upTo === null ? say('stepLast', { ...values, from }) : say('step', { ...values, from, upTo });
  });
};

/** Parts that are below the minimum, all of them together. */
const ofMinimum = ({ line, beside }: OfQuantity, parts: readonly QuantityPart[]): Sentence[] => {
  if (parts.length === 0) {
    return [];
  }
  const amount = textOf(sum(parts.map((part) => decimal(part.amount))));
  const price = onePrice(line);
  const reached = textOf(sum(parts.map((part) => graduated(decimal(part.quantity), line.prices))));
  const values = { minimumCents: line.minimumCents ?? 0, amount, reached, quantity: textOf(quantityIn(parts)) };
  if (beside !== undefined && total(beside) !== 0) {
    return [say('minimumBeside', { ...values, besideCents: total(beside) })];
  }
  if (parts.length > 1) {
    return [say('minimumMany', { ...values, count: parts.length })];
  }
  return [price === undefined ? say('minimumOfSteps', values) : say('minimum', { ...values, price })];
};

/** What was measured, where something else is billed. */
const ofRounding = ({ line: { rounding, per }, parts }: OfQuantity): Sentence[] => {
  const measured = measuredIn(parts.flatMap(({ entries }) => entries));
  if (rounding === null || compare(measured, quantityIn(parts)) === 0) {
    return [];
  }
  // Rounding the total of one entry is rounding the entry.
  const on = rounding.on === 'total' && per === 'job' ? 'OfTotal' : 'OfEntry';
  return [say(`${rounding.direction}${on}`, { measured: textOf(measured), step: rounding.step })];
};

const ofParted = ({ parts }: OfQuantity): Sentence[] => {
  const parted = parts.flatMap(({ entries }) => entries).filter(({ whole }) => whole !== undefined);
  const whole = textOf(sum(parted.map((entry) => decimal(entry.whole ?? entry.measured))));
  return parted.length === 0 ? [] : [say('parted', { quantity: textOf(measuredIn(parted)), whole })];
};

const isSimple = ({ line, parts }: OfQuantity): boolean => onePrice(line) !== undefined && !parts.some(({ isMinimum }) => isMinimum);

const isPlainFlat = (explanation: OfQuantity): boolean => explanation.line.basis === 'flat' && isSimple(explanation);

/** What the price of fuel consists of. */
const ofFuelPrice = ({ fuel, line }: OfQuantity): Sentence[] =>
  fuel?.kind === 'surchargeByVolume'
    ? [say('fuelAbove', { fuelPrice: fuel.price ?? '', basePrice: fuel.basePrice ?? '', price: onePrice(line) ?? '' })]
    : [];

/** What makes up the amount of several prices, or of a minimum; nothing if it is quantity times price. */
const ofParts = (explanation: OfQuantity): Sentence[] => {
  const { line, parts } = explanation;
  return isSimple(explanation)
    ? []
    : [
        ...ofPrices(
          line,
          parts.filter(({ isMinimum }) => !isMinimum),
        ),
        ...ofMinimum(
          explanation,
          parts.filter(({ isMinimum }) => isMinimum),
        ),
      ];
};

const ofFlat = ({ line, parts }: OfQuantity): Sentence[] =>
  line.per === 'job' ? [say('flatOfJob')] : parts.length === 1 ? [] : [say('flatOfEntries', { count: parts.length })];

const ofShare = ({ fuel, steps, of }: OfShare, cents: number): Sentence[] => [
  say('fuelSteps', { fuelPrice: fuel.price ?? '', basePrice: fuel.basePrice ?? '', steps, stepPrice: fuel.step ?? '' }),
  say('shareOfWork', { steps, percent: fuel.percent ?? '', workCents: total(of), amount: amountOf(cents), amountCents: cents }),
];

const ofDiscount = ({ discount, groups, place }: Extract<Explanation, { kind: 'discount' }>, cents: number): Sentence => {
  const sumCents = groups[place]?.cents ?? 0;
  const amount = amountOf(cents);
  if (discount.kind === 'percent') {
    return say('percentOff', { percent: discount.percent, sumCents, amount });
  }
  return say(groups.length > 1 ? 'amountShared' : 'amountOff', { discountCents: discount.cents, sumCents, amount });
};

const amountOf = (cents: number): string => textOf({ digits: BigInt(cents), scale: 2 });

/**
 * The words under a line on paper and in files, so that its amount follows from what is written there; nothing if quantity times price says
 * it all, or if an old or imported record does not contain how its amount was computed.
 */
export const calculationOf = ({ explanation, cents }: Pick<BillLine, 'explanation' | 'cents'>): Sentence[] => {
  switch ((explanation as Explanation | undefined)?.kind) {
    case 'quantity': {
      const known = explanation as OfQuantity;
      return [
        ...(isPlainFlat(known) ? ofFlat(known) : [...ofRounding(known), ...ofParts(known)]),
        ...ofParted(known),
        ...ofFuelPrice(known),
      ];
    }
    case 'share':
      return ofShare(explanation as OfShare, cents);
    case 'discount':
      return [ofDiscount(explanation as Extract<Explanation, { kind: 'discount' }>, cents)];
    case 'manual':
    case undefined:
      return [];
  }
};

const SCOPES = [
  ['jobId', 'rateOfJob'],
  ['customerId', 'rateOfCustomer'],
] as const;

/** A rate by its name, else by what it was made for; never by its id. */
const ofRate = ({ name, scope }: RateChoice): Sentence[] => {
  const { equipmentId, equipmentName, validFrom } = scope;
  const scopes: Sentence[] = [
    ...SCOPES.flatMap(([id, key]) => (scope[id] === null ? [] : [say(key)])),
    ...(equipmentId === null
      ? []
      : [equipmentName === undefined ? say('rateOfMachine') : say('rateOfThatMachine', { machine: equipmentName })]),
  ];
  const named = name === null ? (scopes.length === 0 ? [say('rateOfAll')] : scopes) : [say('words', { words: name })];
  return [...named, ...(validFrom === null ? [] : [say('rateSince', { date: validFrom })])];
};

const BEAT_BY: Record<Advantage, SentenceKey> = {
  job: 'beatByJob',
  customer: 'beatByCustomer',
  machine: 'beatByMachine',
  validFrom: 'beatByDate',
  id: 'beatByAge',
};

const ofBeaten = ({ beat }: RateChoice): Sentence[] => [...new Set(beat.map(({ by }) => by))].map((by) => say(BEAT_BY[by]));

const rateWords = (label: string, rate: RateChoice): Sentence[] => [
  ...(label === '' ? [] : [say('words', { words: label })]),
  ...ofRate(rate),
];

const ofQuantity = (explanation: OfQuantity, { cents, label }: BillLine): Sentence[] => {
  const { line, parts, sources, rate: choice } = explanation;
  const rate = rateWords(label, choice);
  const count = parts.reduce((added, { entries }) => added + entries.length, 0);
  const isFlat = isPlainFlat(explanation);
  const values = { quantity: textOf(quantityIn(parts)), price: onePrice(line) ?? '', rate, amountCents: cents };
  const [head, below] = isSimple(explanation)
    ? [isFlat ? say('rate', { rate }) : count === 1 ? say('whole', values) : say('wholeOfEntries', { ...values, count }), []]
    : [say('rate', { rate }), [say('together', { amountCents: cents })]];
  return [
    head,
    ...calculationOf({ explanation, cents }),
    ...below,
    ...(isFlat ? [] : sources.map((source) => say('source', { source }))),
    ...ofBeaten(choice),
  ];
};

/** Why a line has its amount, as sentences that can be said in any language: the calculation, and which rate applies. */
export const sentencesOf = (line: BillLine): Sentence[] => {
  const { explanation, cents, label } = line;
  switch ((explanation as Explanation | undefined)?.kind) {
    case 'quantity':
      return ofQuantity(explanation as OfQuantity, line);
    case 'share': {
      const { rate } = explanation as OfShare;
      return [...calculationOf(line), say('rate', { rate: rateWords(label, rate) }), ...ofBeaten(rate)];
    }
    case 'manual': {
      const { quantity, price } = explanation as Extract<Explanation, { kind: 'manual' }>;
      return [say('manual', { quantity, price, amountCents: cents })];
    }
    default:
      return [...calculationOf(line), say('together', { amountCents: cents })];
  }
};

const OPPOSITE = new Set(
  'quantity measured whole amount reached amountCents minimumCents besideCents workCents sumCents discountCents'.split(' '),
);

/** The sentence of the line that reverses this one: the same with negated quantities and amounts. */
export const oppositeSentence = ({ key, values }: Sentence): Sentence => {
  const turned = Object.entries(values).map(([name, value]) => {
    if (!OPPOSITE.has(name) || typeof value === 'object') {
      return [name, value];
    }
    return [name, typeof value === 'number' ? 0 - value : textOf(minus(ZERO, decimal(value)))];
  });
  return { key, values: Object.fromEntries(turned) };
};
