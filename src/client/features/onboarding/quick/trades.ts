import type { UnitSystem } from '#shared/domain/units.ts';
import type { Measure } from '#client/features/onboarding/quick/measures.ts';
import type { PlainText } from '#client/lib/texts.ts';

export const TRADE_IDS = ['forage', 'combining', 'hay', 'tillage', 'spraying', 'manure', 'hauling', 'beet', 'snow'] as const;
export type TradeId = (typeof TRADE_IDS)[number];

/** A word of the trade, and the one that is said in Britain and Ireland if it is another. */
type Word = PlainText | { readonly here: PlainText; readonly british: PlainText };

/** A service that a trade brings: what it is billed by, and what else drivers log. */
export interface TradeService {
  readonly name: Word;
  readonly by: Measure;
  readonly also: readonly Measure[];
}

/** A machine that is usual in a trade, and the services that it does, by their places in the trade. */
export interface TradeMachine {
  readonly name: Word;
  /** What is pulled or carried is an implement. */
  readonly kind: 'equipment' | 'implements';
  readonly does: readonly number[];
  /** Where it is usual only in countries with one system of units: trucks in America, trailers elsewhere. */
  readonly only?: UnitSystem;
}

export interface Trade {
  readonly name: Word;
  readonly hint: Word;
  readonly services: readonly TradeService[];
  readonly machines: readonly TradeMachine[];
}

const service = (name: Word, by: Measure, ...also: Measure[]): TradeService => ({ name, by, also: [...also, 'fuel'] });
const word = (here: PlainText, british: PlainText): Word => ({ here, british });
const machine = (name: Word, ...does: number[]): TradeMachine => ({ name, kind: 'equipment', does });
const pulled = (name: Word, ...does: number[]): TradeMachine => ({ name, kind: 'implements', does });

/** What contractors do: the services of each trade with the numbers that they are billed by, and their usual machines. */
export const TRADES: Readonly<Record<TradeId, Trade>> = {
  forage: {
    name: 'Forage',
    hint: word('Chopping, hauling, packing', 'Chopping, drawing in, buckraking'),
    services: [
      service('Chopping', 'area', 'loads', 'moisture'),
      service(word('Silage hauling', 'Drawing in'), 'loads', 'tons'),
      service(word('Packing', 'Buckraking'), 'hours'),
    ],
    machines: [
      machine('Forage harvester', 0),
      { ...machine('Silage truck', 1), only: 'us' },
      { ...machine('Tractor', 1, 2), only: 'metric' },
      { ...pulled('Silage trailer', 1), only: 'metric' },
      machine(word('Packing tractor', 'Loading shovel'), 2),
    ],
  },
  combining: {
    name: 'Combining',
    hint: word('Harvesting, grain cart, trucking', 'Combining, chaser bin, grain haulage'),
    services: [
      service('Combining', 'area', 'moisture'),
      service(word('Grain cart', 'Chaser bin'), 'hours'),
      service(word('Grain trucking', 'Grain haulage'), 'loads', 'bushels'),
    ],
    machines: [
      machine('Combine', 0),
      machine('Tractor', 1),
      pulled(word('Grain cart', 'Chaser bin'), 1),
      { ...machine('Grain truck', 2), only: 'us' },
      { ...pulled('Grain trailer', 2), only: 'metric' },
    ],
  },
  hay: {
    name: 'Hay and straw',
    hint: 'Mowing, raking, baling',
    services: [service('Mowing', 'area'), service(word('Raking', 'Rowing up'), 'area'), service('Baling', 'bales', 'area')],
    machines: [machine('Tractor', 0, 1, 2), pulled('Mower', 0), pulled('Rake', 1), pulled('Baler', 2)],
  },
  tillage: {
    name: 'Tillage and planting',
    hint: word('Tillage, planting, drilling', 'Cultivating, precision drilling, drilling'),
    services: [
      service(word('Tillage', 'Cultivating'), 'area'),
      service(word('Row-crop planting', 'Precision drilling'), 'area'),
      service('Drilling', 'area'),
    ],
    machines: [machine('Tractor', 0, 1, 2), pulled(word('Disc', 'Cultivator'), 0), pulled('Planter', 1), pulled('Drill', 2)],
  },
  spraying: {
    name: 'Spraying',
    hint: word('Spraying, fertilizing', 'Spraying, fertiliser'),
    services: [service('Spraying', 'area', 'loads'), service(word('Fertilizing', 'Fertiliser spreading'), 'area', 'tons')],
    machines: [machine('Sprayer', 0), machine('Tractor', 1), pulled(word('Fertilizer spreader', 'Fertiliser spreader'), 1)],
  },
  manure: {
    name: word('Manure', 'Slurry and muck'),
    hint: word('Pumping, spreading, dragline', 'Pumping, spreading, umbilical'),
    services: [
      service(word('Manure pumping', 'Slurry pumping'), 'volume', 'hours'),
      service(word('Manure tanker', 'Slurry tanker'), 'volume', 'loads'),
      service(word('Dragline', 'Umbilical'), 'volume', 'area'),
      service(word('Manure spreading', 'Muck spreading'), 'loads', 'tons', 'area'),
    ],
    machines: [
      machine('Tractor', 0, 1, 2, 3),
      pulled(word('Manure pump', 'Slurry pump'), 0, 2),
      pulled('Tanker', 1),
      pulled(word('Dragline applicator', 'Dribble bar'), 2),
      pulled(word('Manure spreader', 'Muck spreader'), 3),
    ],
  },
  hauling: {
    name: word('Hauling', 'Haulage'),
    hint: 'By load, by weight, by distance',
    services: [
      service(word('Hauling by load', 'Haulage by load'), 'loads', 'distance'),
      service(word('Hauling by weight', 'Haulage by weight'), 'tons', 'loads'),
      service(word('Hauling by distance', 'Haulage by distance'), 'distance', 'loads'),
    ],
    machines: [machine('Truck', 0, 1, 2), pulled('Trailer', 0, 1, 2)],
  },
  beet: {
    name: 'Sugar beet',
    hint: 'Lifting, cleaning, loading',
    services: [service('Beet lifting', 'area', 'tons'), service('Beet cleaning', 'tons'), service('Beet loading', 'tons', 'loads')],
    machines: [machine('Beet harvester', 0), machine('Cleaner loader', 1, 2)],
  },
  snow: {
    name: 'Snow and verge',
    hint: word('Plowing, salting, mowing', 'Ploughing, gritting, mowing'),
    services: [
      service(word('Snow plowing', 'Snow ploughing'), 'hours', 'distance'),
      service(word('Salting', 'Gritting'), 'hours', 'tons'),
      service(word('Verge mowing', 'Verge cutting'), 'hours', 'distance'),
    ],
    machines: [
      machine('Tractor', 0, 1, 2),
      pulled(word('Snow plow', 'Snow plough'), 0),
      pulled(word('Salt spreader', 'Gritter'), 1),
      pulled(word('Verge mower', 'Verge cutter'), 2),
    ],
  },
};

const BRITISH = ['GB', 'IE', 'IM', 'GG', 'JE'];

/** The word as it is said in the country; to be translated. */
export const wordIn = (said: Word, country: string | null): PlainText =>
  typeof said === 'string' ? said : country !== null && BRITISH.includes(country) ? said.british : said.here;
