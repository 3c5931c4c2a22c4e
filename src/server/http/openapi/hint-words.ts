import { type FieldWords, say } from '#shared/lib/words.ts';

/** Descriptions of the fields of hints, and of the figures that they compare with. */
export const HINT_WORDS: Readonly<Record<string, FieldWords>> = {
  'Hint.kind': say(
    'What it is about: hours of one entry beyond a day, the same work twice, a decimal point that slipped, a long day of an operator, hours of a machine beyond a day or the same time in two entries, a number unlike all before, a date ahead, a date long before its job, another season than its job’s, fuel without hours, hours without fuel.',
    'decimalSlip',
  ),
  'Hint.measure': say(
    'The number: `totalHours`, `fuel`, `loads`, or `own:` and the name of a data field; of two entries at the same time `operatorIds` or `equipmentIds`; null: none.',
    'fuel',
  ),
  'Hint.value': say(
    'What was noted: the number, the hours of the whole day, the minutes in two entries at the same time, or how many other entries.',
    380,
  ),
  'Hint.usual': say('What would be usual for this entry; null: nothing is compared.', 41.5),
  'Hint.count': say('From how many entries that is known; null: nothing is compared.', 48),
  'Hint.isOfService': say('Whether it is what is usual for the service, because the machine has too few entries of its own.', false),
  'Hint.suggestion': say('The number with its decimal point moved, which would be usual; null: none.', 38),
  'Hint.aboutId': say('The operator or machine whose day it is about; null: it is about no day.', null),
  'Hint.others': say('Ids of other entries that it is about.', []),
  'EntryStat.equipmentId': say('The machine; 0 stands for any machine of the service.', 9),
  'EntryStat.measure': say('The number: `totalHours`, `fuel`, `loads`, or `own:` and the name of a data field.', 'fuel'),
  'EntryStat.of': say('How many of the newest entries were looked at, at most 200.', 200),
  'EntryStat.n': say('How many of them have the number.', 194),
  'EntryStat.median': say('The median of the numbers; of what adds up, for each hour.', 7.4),
};
