import { type FieldWords, say } from '#shared/lib/words.ts';

const season = (description: string): FieldWords => say(`${description}: the year in which it began.`, '2026');

/** Descriptions of the fields of what is done again in another season. */
export const SEASON_WORDS: Readonly<Record<string, FieldWords>> = {
  'ExpectedWork.measure': say('A column of entries, such as `totalHours`, or `custom:` and the name of a number field.', 'custom:Acres'),
  'ExpectedWork.value': say('What it came to in the earlier season.', 118.5),
  'SeasonRepeats.season': season('The season that is asked for'),
  'SeasonRepeats.of': say('The earlier season whose work it is.', '2025'),
  'SeasonRepeats.currency': say('The currency of `revenueCents`, ISO 4217.', 'USD'),
  'SeasonRepeats.works': say('Jobs of the earlier season, by the customers’ names.'),
  'SeasonRepeats.deletedCustomers': say('Customers who were deleted since: their work is left out.', ['Old Mill Farm']),
  'SeasonWork.jobName': say('What the earlier job is called.', 'North silage 2025'),
  'SeasonWork.nextName': say('What the job that repeats it is called.', 'North silage 2026'),
  'SeasonWork.firstDay': say('Its first day in that season.', '2025-05-12', 'date'),
  'SeasonWork.lastDay': say('Its last day in that season.', '2025-06-03', 'date'),
  'SeasonWork.equipmentNames': say('The machines that worked in it.', ['Claas 970']),
  'SeasonWork.services': say('What was done, by service.'),
  'SeasonWork.state': say('What there is of it this season.', 'notYet'),
  'SeasonWork.thereJobId': say('The job in which it is done this season; null: not yet.', null),
  'SeasonWork.revenueCents': say('What that work was billed with, without tax; null for those who may not see money.', 720_300),
  'SeasonService.entryCount': say('How many entries.', 3),
  'SeasonService.totalHours': say('Sum of the hours; null: none has any.', 21.5),
  'SeasonService.billableHours': say('Sum of the billable hours; null: none has any.', 20),
  'SeasonService.fuel': say('Sum of the fuel; null: none has any.', 64.2),
  'SeasonService.loads': say('Sum of the loads; null: none has any.', null),
  'SeasonService.fields': say('Sums of the organization’s own number fields.', [{ name: 'Acres', total: 118.5 }]),
  'Repeat.season': season('The season for which they are made'),
  'Repeat.of': say('The earlier season; the one before, if it is left out.', '2025'),
  'Repeat.jobIds': say('Jobs of the earlier season.', [41, 42]),
  'RepeatResult.madeIds': say('New jobs.', [97]),
  'RepeatResult.thereIds': say('Jobs of that season that repeat the others already.', [98]),
  'RepeatResult.leftOutIds': say(
    'Jobs that are not repeated: they or their customers were deleted, or it is a customer’s “No job yet”.',
    [],
  ),
};
