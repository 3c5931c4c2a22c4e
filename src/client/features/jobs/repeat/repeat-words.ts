import type { SeasonService } from '#shared/domain/season-repeat.ts';
import type { EntryUnits } from '#shared/domain/units.ts';
import { formatNumber } from '#client/lib/formats.ts';
import { plural, withUnit } from '#client/lib/texts.ts';

/** What work of a service came to: '20.5 hrs, 118.5 Acres, 8 loads'. */
export const sumsOf = ({ totalHours, loads, fields, entryCount }: SeasonService, units: EntryUnits): string => {
  const sums = [
    ...(totalHours ? [withUnit(totalHours, units.totalHours)] : []),
    ...fields.flatMap(({ name, total }) => (total > 0 ? [`${formatNumber(total)} ${name}`] : [])),
    ...(loads ? [withUnit(loads, units.loads)] : []),
  ];
  return sums.length === 0 ? plural(entryCount, '{count} entry', '{count} entries') : sums.join(', ');
};
