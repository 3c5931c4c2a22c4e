import type { Advantage, BillLine, Explanation, MeasuredEntry } from '#shared/domain/bill.ts';
import type { RateLine } from '#shared/domain/rate.ts';
import { decimal, sum, textOf } from '#shared/lib/decimal.ts';

/** What can be said of an amount, in English. A value called `…Cents` is money; the others are decimals, dates and names as they are. */
export const SENTENCES = {
  rate: 'Rate {rate} holds for these entries.',
  rateSince: 'Rate {rate} holds for these entries, from {date} on.',
  beatByJob: 'It goes before rate {other}, for it was made for this job.',
  beatByCustomer: 'It goes before rate {other}, for it was made for this customer.',
  beatByMachine: 'It goes before rate {other}, for it was made for this machine.',
  beatByDate: 'It goes before rate {other}, for it holds from a later day on.',
  beatByAge: 'It goes before rate {other}, for it was made later.',
  source: 'The quantity stands in {source}.',
  flatOnce: 'It is charged once.',
  flat: 'It is charged once for each of {count} entries.',
  flatOfJob: 'It is charged once for the job.',
  measuredOnce: '{quantity} was measured in one entry.',
  measured: '{quantity} was measured in {count} entries.',
  parted: 'Of {whole} in the entries, {quantity} is this machine’s share, as split by hand.',
  upOfEntry: 'Each entry is rounded up to a multiple of {step}: {quantity}.',
  downOfEntry: 'Each entry is rounded down to a multiple of {step}: {quantity}.',
  nearestOfEntry: 'Each entry is rounded to the nearest multiple of {step}: {quantity}.',
  upOfTotal: 'The total is rounded up to a multiple of {step}: {quantity}.',
  downOfTotal: 'The total is rounded down to a multiple of {step}: {quantity}.',
  nearestOfTotal: 'The total is rounded to the nearest multiple of {step}: {quantity}.',
  price: 'Each one costs {price}.',
  priceUpTo: 'Each one costs {price} up to {upTo}.',
  priceAbove: 'Each one above that costs {price}.',
  minimumOnce: 'The minimum charge of {minimumCents} took the place of less.',
  minimum: 'The minimum charge of {minimumCents} took the place of less, {count} times.',
  minimumTogether: 'The minimum charge of {minimumCents} holds for the job; other lines for the same come to {besideCents}.',
  fuelPrice: 'Fuel costs {price}; the rate was made with {basePrice}.',
  fuelSteps: 'That is {steps} whole steps of {step}, at {percent} percent of the work for each.',
  work: 'The work comes to {workCents}.',
  manual: 'Written by hand: {quantity} at {price}.',
  percentOff: '{percent} percent off {sumCents}.',
  amountOff: '{discountCents} off, shared out by tax rate: this is the part of {sumCents}.',
  amount: 'That makes {amountCents}, rounded to the cent once, the half away from zero.',
} as const;
export type SentenceKey = keyof typeof SENTENCES;

/** One sentence: which, and what stands in its places. */
export interface Sentence {
  readonly key: SentenceKey;
  readonly values: Readonly<Record<string, string | number>>;
}

const say = (key: SentenceKey, values: Sentence['values'] = {}): Sentence => ({ key, values });

const BEAT_BY: Record<Advantage, SentenceKey> = {
  job: 'beatByJob',
  customer: 'beatByCustomer',
  machine: 'beatByMachine',
  validFrom: 'beatByDate',
  id: 'beatByAge',
};

const ofRate = ({ id, name, scope, beat }: Extract<Explanation, { kind: 'quantity' | 'share' }>['rate']): Sentence[] => [
  scope.validFrom === null ? say('rate', { rate: name ?? id }) : say('rateSince', { rate: name ?? id, date: scope.validFrom }),
  ...beat.map(({ rateId, by }) => say(BEAT_BY[by], { other: rateId })),
];

const ofPrices = (prices: RateLine['prices']): Sentence[] =>
  prices.map(({ upTo, price }) =>
    upTo === null ? say(prices.length === 1 ? 'price' : 'priceAbove', { price }) : say('priceUpTo', { price, upTo }),
  );

const ofParted = (entries: readonly MeasuredEntry[]): Sentence[] => {
  const parted = entries.filter(({ whole }) => whole !== undefined);
  const total = (of: (entry: MeasuredEntry) => string): string => textOf(sum(parted.map((entry) => decimal(of(entry)))));
  return parted.length === 0
    ? []
    : [say('parted', { quantity: total(({ measured }) => measured), whole: total(({ whole, measured }) => whole ?? measured) })];
};

const ofQuantity = ({ line, sources, parts }: Extract<Explanation, { kind: 'quantity' }>): Sentence[] => {
  const entries = parts.flatMap((part) => part.entries);
  const count = entries.length;
  if (line.basis === 'flat') {
    return [line.per === 'job' ? say('flatOfJob') : count === 1 ? say('flatOnce') : say('flat', { count })];
  }
  const measured = textOf(sum(entries.map((entry) => decimal(entry.measured))));
  const quantity = textOf(sum(parts.map((part) => decimal(part.quantity))));
  const { rounding } = line;
  // Rounding the total of one entry is rounding the entry.
  const on = rounding?.on === 'total' && line.per === 'job' ? 'OfTotal' : 'OfEntry';
  return [
    ...sources.map((source) => say('source', { source })),
    count === 1 ? say('measuredOnce', { quantity: measured }) : say('measured', { quantity: measured, count }),
    ...ofParted(entries),
    ...(rounding === null ? [] : [say(`${rounding.direction}${on}`, { step: rounding.step, quantity })]),
  ];
};

const ofMinimum = (minimumCents: number, count: number, beside: readonly { readonly cents: number }[] | undefined): Sentence[] => {
  if (count > 0 && beside !== undefined) {
    return [say('minimumTogether', { minimumCents, besideCents: beside.reduce((added, { cents }) => added + cents, 0) })];
  }
  return count === 0 ? [] : [count === 1 ? say('minimumOnce', { minimumCents }) : say('minimum', { minimumCents, count })];
};

const ofExplanation = (explanation: Explanation): Sentence[] => {
  switch (explanation.kind) {
    case 'quantity': {
      const { rate, line, parts, fuel, beside } = explanation;
      return [
        ...ofRate(rate),
        ...(fuel?.kind === 'surchargeByVolume' ? [say('fuelPrice', { price: fuel.price ?? '', basePrice: fuel.basePrice ?? '' })] : []),
        ...ofQuantity(explanation),
        ...ofPrices(line.prices),
        ...ofMinimum(line.minimumCents ?? 0, parts.filter(({ isMinimum }) => isMinimum).length, beside),
      ];
    }
    case 'share': {
      const { rate, fuel, steps, of } = explanation;
      return [
        ...ofRate(rate),
        say('fuelPrice', { price: fuel.price ?? '', basePrice: fuel.basePrice ?? '' }),
        say('fuelSteps', { steps, step: fuel.step ?? '', percent: fuel.percent ?? '' }),
        say('work', { workCents: of.reduce((added, { cents }) => added + cents, 0) }),
      ];
    }
    case 'manual':
      return [say('manual', { quantity: explanation.quantity, price: explanation.price })];
    case 'discount': {
      const { discount, groups, place } = explanation;
      const sumCents = groups[place]?.cents ?? 0;
      return [
        discount.kind === 'percent'
          ? say('percentOff', { percent: discount.percent, sumCents })
          : say('amountOff', { discountCents: discount.cents, sumCents }),
      ];
    }
  }
};

/** Why a line has its amount, a sentence after the other, to be said in any language. */
export const sentencesOf = ({ explanation, cents }: BillLine): Sentence[] => [
  ...ofExplanation(explanation),
  say('amount', { amountCents: cents }),
];

/** The sentence in English; `money` writes cents. */
export const inEnglish = ({ key, values }: Sentence, money: (cents: number) => string): string =>
  SENTENCES[key].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'number' && name.endsWith('Cents') ? money(value) : String(value);
  });
