import { type KindWords, say } from '#shared/lib/words.ts';

const NAMES = 'As they are now, also of records that were deleted since.';

/** For the documentation of the API. */
export const jobEntryWords: KindWords = {
  group: ['Job entries', 'The work itself, a piece at a time: what a bill is made of.'],
  record: 'One piece of work on a job: date, service, machines, operators, hours, fuel, loads, notes and files.',
  input: 'A new entry. Its job is in the address, its customer comes from the job.',
  patch: 'A change of an entry; with `jobId` it moves to another open job.',
  fields: {
    date: say('The day of the work.', '2025-06-14', 'date'),
    season: say('The year in which the season began that holds the date.', '2025'),
    equipmentId: say('The first of `equipmentIds`. Send either.', 9),
    equipmentIds: say('Machines.', [9]),
    operatorId: say('The first of `operatorIds`. Send either.', 2),
    operatorIds: say('Employees who did the work.', [2]),
    implementId: say('The implement.', null),
    implementName: say('The implement’s name. It stays when the implement is deleted.', null),
    totalHours: say('Hours.', 8.25),
    billableHours: say('Hours to be billed.', 8),
    fuel: say('Gallons.', 61.4),
    loads: say('How many loads.', 32),
    notes: say('Anything else.', 'Wet corner left standing'),
    photos: say(
      'Files, at most three: names that the organization holds already (see Files), or new ones as `data:…;base64,…`. Answers hold names.',
      [],
    ),
    customFieldValues: say(
      'Values of data fields under the fields’ names. Values of unknown names are kept; those of known fields must be of the field’s type, and numbers zero or more.',
      { Moisture: 64.5 },
    ),
    runId: say('The run that it is a stop of; null: none.', 77),
    spans: say('When it was worked: at most 50, none longer than a day, none overlapping another. The hours do not follow them.', [
      { from: '2025-06-14T07:05:00-05:00', to: '2025-06-14T08:20:00-05:00' },
    ]),
    hintsAccepted: say('Hints that somebody looked at and said are right, each with the number it was about.', ['decimalSlip:fuel:380']),
    missing: say('Names of the fields that its service asks for now and it does not hold. Nothing is refused for it.', ['Loads']),
    question: say('What the office asks its author; open as long as there is no answer. Null: nothing.', 'Was it 38 or 380 gal?'),
    isSentBack: say('Whether the office wants it corrected.', false),
    choices: say('Numbers to choose from, for one of its fields; null: none.', { measure: 'fuel', values: [38, 380] }),
    askedBy: say('Id of the user who asked.', 5),
    askedAt: say('When that was.', '2025-06-14T17:05:31.250Z', 'date-time'),
    askedByName: say('Who asked.', 'Ines Moreau'),
    answer: say('What its author answered; empty: by a correction, without words. Null: nothing yet.', '38 gal'),
    answerTo: say(
      'In a change by its author: `askedAt` of the question that they knew of. If another was asked since, that one stays open: numbers count, an answer in words alone is refused. Without it a change answers whatever is asked.',
      '2025-06-14T17:05:31.250Z',
      'date-time',
    ),
    answeredAt: say('When that was.', '2025-06-15T06:40:02.007Z', 'date-time'),
    checkedBy: say('Id of the user who checked it before billing, as it stands now; null since it was changed.', 5),
    checkedAt: say('When it was checked.', '2025-06-16T08:12:40.118Z', 'date-time'),
    checkedByName: say('Who checked it.', 'Ines Moreau'),
    customerId: say('The customer of its job.', 12),
    jobName: say('The job’s name.', 'North silage'),
    awaitsJob: say(
      'Its job is the customer’s “No job yet”. In a change: true moves it there, of the customer that is named beside it, else of its own; a `jobId` beside it counts more.',
      true,
    ),
    equipmentNames: say(NAMES, ['Claas 970']),
    operatorNames: say(NAMES, ['Dana Halvorsen']),
  },
};
