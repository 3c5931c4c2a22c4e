import type { Ask } from '#tests/sim/asks.ts';
import type { Effect, ModelRow } from '#tests/sim/model-state.ts';
import { Violation } from '#tests/sim/world-state.ts';

type Own = Pick<Ask, 'mark' | 'userId'>;

const hashesOf = ({ photos }: ModelRow): string[] => (photos as string[] | undefined)?.map((name) => name.slice(0, 64)) ?? [];

const valuesOf = (row: ModelRow): Readonly<Record<string, unknown>> =>
  (row['customFieldValues'] as Record<string, unknown> | undefined) ?? {};

/** I1 after healing: a file that was called saved has reached its entry, or its user removed it before it left. */
export const requireFilesKept = (asks: readonly Ask[], ask: Ask, about: readonly Effect[]): void => {
  const isTaken = (hash: string): boolean =>
    asks.some(({ mark, userId, takes }) => mark === ask.mark && userId === ask.userId && takes?.includes(hash));
  for (const hash of ask.given.has('photos') ? [] : (ask.brings ?? [])) {
    if (!isTaken(hash) && !about.some(({ after }) => after !== null && hashesOf(after).includes(hash))) {
      throw new Violation('I1', `file ${hash.slice(0, 8)} of entry ${ask.mark} was called saved and never reached the server`);
    }
  }
};

/**
 * I1: what an entry has disappears only if its writer removed it. Lists of files and maps of field values are sent whole: what a form did
 * not show must not be lost with them.
 */
export const requireNothingRemoved = (asks: readonly Ask[], { mark, userId }: Own, before: ModelRow, after: ModelRow): void => {
  const own = (): Ask[] => asks.filter((ask) => ask.mark === mark && ask.userId === userId);
  const left = new Set(hashesOf(after));
  for (const hash of hashesOf(before).filter((each) => !left.has(each))) {
    if (!own().some(({ takes }) => takes?.includes(hash))) {
      throw new Violation('I1', `entry ${mark} loses file ${hash.slice(0, 8)}, which user ${userId} never took away`);
    }
  }
  const [were, are] = [valuesOf(before), valuesOf(after)];
  for (const name of Object.keys(were).filter((each) => were[each] !== are[each])) {
    const isSaid = ({ data }: Ask): boolean => Reflect.get(Object(data['customFieldValues']), name) === are[name];
    if (!own().some(isSaid)) {
      throw new Violation(
        'I1',
        `entry ${mark}: ${name} is ${JSON.stringify(are[name])} instead of ${JSON.stringify(were[name])}, which nobody said`,
      );
    }
  }
};
