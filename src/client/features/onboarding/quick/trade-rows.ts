import type { Organization } from '#shared/domain/organization.ts';
import { measuresOfWork } from '#shared/domain/work-measures.ts';
import type { Measure } from '#client/features/onboarding/quick/measures.ts';
import { isSameName, type PickedMachine, type PickedService } from '#client/features/onboarding/quick/plan-trades.ts';
import { TRADE_IDS, TRADES, type TradeId, wordIn } from '#client/features/onboarding/quick/trades.ts';
import { t } from '#client/lib/texts.ts';

/** What somebody has changed about a service; absent: as the trade has it. */
export interface ServiceEdit {
  readonly name?: string;
  readonly by?: Measure;
  readonly also?: readonly Measure[];
  /** As a number field holds it. */
  readonly price?: string;
  readonly isOff?: boolean;
}

/** How many there are of a machine, and what somebody has called them. */
export interface MachineEdit {
  readonly count: number;
  readonly names: readonly (string | null)[];
}

/** What is picked on the screen of the trades. */
export interface TradesDraft {
  readonly trades: readonly TradeId[];
  readonly edits: Readonly<Record<string, ServiceEdit>>;
  /** Keys of the services with a name of one's own, in their order. */
  readonly own: readonly string[];
  /** Whether 'Something else' is unticked: they come back with it. */
  readonly isOwnOff: boolean;
  readonly machines: Readonly<Record<string, MachineEdit>>;
}

export const NEW_DRAFT: TradesDraft = { trades: [], edits: {}, own: [], isOwnOff: false, machines: {} };

type Place = Pick<Organization, 'country' | 'units'>;

export interface ServiceRow extends PickedService {
  readonly key: string;
  /** Null: one of somebody's own. */
  readonly trade: TradeId | null;
  readonly isOff: boolean;
}

/** What work of this name is counted in: the likeliest first, and what else. */
const suggested = (name: string): { readonly by: Measure; readonly also: readonly Measure[] } => {
  const [by = 'hours', ...also]: Measure[] = measuresOfWork(name) ?? [];
  return { by, also: [...also, 'fuel'] };
};

/** The services of the picked trades, as they were edited, and those of one's own. */
export const serviceRows = ({ trades, edits, own, isOwnOff }: TradesDraft, { country }: Place): ServiceRow[] => {
  const rowOf = (key: string, trade: TradeId | null, usual: Pick<PickedService, 'name' | 'by' | 'also'>): ServiceRow => {
    const row = { price: '', isOff: false, ...usual, ...edits[key], key, trade };
    return { ...row, also: row.also.filter((measure) => measure !== row.by) };
  };
  return [
    ...TRADE_IDS.filter((id) => trades.includes(id)).flatMap((id) =>
      TRADES[id].services.map(({ name, by, also }, index) => rowOf(`${id} ${index}`, id, { name: t(wordIn(name, country)), by, also })),
    ),
    ...(isOwnOff ? [] : own).map((key) => rowOf(key, null, { name: '', ...suggested(edits[key]?.name ?? '') })),
  ];
};

export interface MachineRow {
  readonly key: string;
  readonly trade: TradeId;
  readonly name: string;
  readonly kind: PickedMachine['kind'];
  /** The names of the services that it does. */
  readonly does: readonly string[];
  readonly count: number;
  /** One for each: 'Silage truck 1', or what somebody has called it. */
  readonly names: readonly string[];
}

/** What one of several is called that nobody has named: it follows the count, 'Tractor', then 'Tractor 1'. */
export const usualName = (name: string, count: number, index: number): string => (count === 1 ? name : `${name} ${index + 1}`);

const namesOf = (name: string, { count, names }: MachineEdit): string[] =>
  Array.from({ length: count }, (_, index) => names[index] ?? usualName(name, count, index));

/** The usual machines of the picked trades; one that is usual in several stands in the first, and does the services of all. */
export const machineRows = (draft: TradesDraft, rows: readonly ServiceRow[], { country, units }: Place): MachineRow[] => {
  const found: MachineRow[] = [];
  for (const trade of TRADE_IDS.filter((id) => draft.trades.includes(id))) {
    for (const { name: word, kind, does, only } of TRADES[trade].machines) {
      const name = t(wordIn(word, country));
      const services = does.flatMap((index) =>
        rows.filter(({ key, isOff }) => key === `${trade} ${index}` && !isOff).map((row) => row.name),
      );
      const there = found.findIndex((row) => row.kind === kind && isSameName(row.name, name));
      const known = found[there];
      if (known) {
        found[there] = { ...known, does: [...known.does, ...services] };
      } else if (services.length > 0 && (only === undefined || only === units)) {
        const key = `${kind} ${name}`;
        const edit = draft.machines[key] ?? { count: 0, names: [] };
        found.push({ key, trade, name, kind, does: services, count: edit.count, names: namesOf(name, edit) });
      }
    }
  }
  return found;
};

/** What is to be made of it. */
export const pickedOf = (rows: readonly ServiceRow[], machines: readonly MachineRow[], { units }: Place) => ({
  services: rows.filter(({ isOff, name }) => !isOff && name.trim() !== ''),
  machines: machines.flatMap(({ kind, does, names }) => names.map((name) => ({ name, kind, does }))),
  units,
});
