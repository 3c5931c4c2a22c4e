import * as z from 'zod/mini';
import { crudEndpoints } from '#shared/domain/crud-endpoints.ts';
import { calendarDate, recordFields } from '#shared/domain/fields.ts';
import { idOf } from '#shared/entities/ids.ts';
import { type KindWords, say } from '#shared/lib/words.ts';

/** A day on which somebody did not work, and so has nothing to log. */
export const dayOffInput = z.object({ employeeId: idOf('employee'), date: calendarDate() });
export const dayOffPatch = z.partial(dayOffInput);
export const dayOff = z.object({ ...recordFields, employeeId: z.int(), date: z.string() });
export type DayOff = z.output<typeof dayOff>;

export const dayOffEndpoints = crudEndpoints('dayOff', {
  input: dayOffInput,
  patch: dayOffPatch,
  record: dayOff,
  one: 'a day off',
  list: 'Days off, newest first',
});

/** For the documentation of the API. */
export const dayOffWords: KindWords = {
  group: ['Days off', 'Days on which somebody did not work, so that nothing is missing.'],
  record: 'A day on which somebody did not work.',
  input: 'A new day off.',
  patch: 'A change of a day off.',
  fields: { employeeId: say('Who did not work.', 2), date: say('The day.', '2025-10-07', 'date') },
};
