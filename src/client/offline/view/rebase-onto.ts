import type { SyncItem } from '#client/offline/storage/item.ts';
import { addUp, areFiles, isSet, mergeSets, plain, sameValue, type Values, valuesOf } from '#client/offline/outbox/merge.ts';

/** What the user's own waiting changes of a record set: its fields, and the keys of `customFieldValues`. */
interface OwnWords {
  readonly fields: ReadonlySet<string>;
  readonly keys: ReadonlySet<string>;
}

const MAP = 'customFieldValues';

const keysSet = ({ data, base }: Pick<SyncItem, 'data' | 'base'>): string[] => {
  const [now, before] = [valuesOf(data?.[MAP]), valuesOf(base?.[MAP])];
  return Object.keys(now).filter((key) => !sameValue(now[key], before[key]));
};

const ownWords = (items: readonly Pick<SyncItem, 'data' | 'base'>[]): OwnWords => ({
  fields: new Set(items.flatMap(({ data }) => Object.keys(data ?? {}))),
  keys: new Set(items.flatMap(keysSet)),
});

/** A new value of a field, and its base. */
interface Step {
  readonly value: unknown;
  readonly base: unknown;
}

/** One value. `isOwn`: the user has set it here since, so their earlier value is the base, although this form did not show it. */
const stepOf = (field: string, seen: unknown, mine: unknown, here: unknown, isOwn: boolean): Step => {
  if (sameValue(here, seen)) {
    return { value: mine, base: seen };
  }
  const merged = isSet(field, seen, mine, here) ? mergeSets(seen, mine, here) : null;
  if (merged !== null) {
    return { value: merged, base: here };
  }
  if (!isOwn) {
    // Someone else's value, which this form did not show: the server compares, and the user is asked.
    return { value: mine, base: seen };
  }
  return { value: areFiles(seen, mine, here) ? addUp(seen, mine, here) : mine, base: here };
};

/** A map is sent whole: keys that the form did not touch stay as they are here. */
const stepOfMap = (seen: unknown, mine: unknown, here: unknown, { keys }: OwnWords): Step => {
  const [shown, said, now] = [valuesOf(seen), valuesOf(mine), valuesOf(here)];
  const value: Record<string, unknown> = { ...now };
  const base: Record<string, unknown> = { ...now };
  for (const key of new Set([...Object.keys(shown), ...Object.keys(said)])) {
    if (!sameValue(said[key], shown[key])) {
      const step = stepOf(key, shown[key], said[key], now[key], keys.has(key));
      value[key] = plain(step.value);
      base[key] = plain(step.base);
    }
  }
  return { value, base };
};

/**
 * Rebases a change that was made on a form showing an older row than this device now has (the form was opened before the list showed what
 * had just been saved, or another tab saved since): what was saved since stays. `seen`, `mine` and `here` are the changed fields as the
 * form showed them, as it leaves them, and as they are here; `waiting` are the user's own changes of the record. Returns what is to be
 * sent, and its base.
 */
export const rebaseOnto = (
  seen: Values,
  mine: Values,
  here: Values,
  waiting: readonly Pick<SyncItem, 'data' | 'base'>[],
): { readonly data: Values; readonly base: Values } => {
  const own = ownWords(waiting);
  const data: Record<string, unknown> = {};
  const base: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(mine)) {
    const step =
      field === MAP && !sameValue(here[field], seen[field])
        ? stepOfMap(seen[field], value, here[field], own)
        : stepOf(field, seen[field], value, here[field], own.fields.has(field));
    if (!sameValue(step.value, step.base)) {
      data[field] = step.value;
      base[field] = step.base;
    }
  }
  return { data, base };
};
