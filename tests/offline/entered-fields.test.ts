import { expect, test } from 'vitest';
import { enteredFields } from '#client/offline/view/blank-row.ts';

// A row that a device has from before there were hints lacks both: who deletes the entry is not asked about what nobody entered.
test('whoever deletes an entry is asked about what people entered, not about what follows or what the office said of it', () => {
  expect(enteredFields('jobEntries').toSorted()).toEqual(
    [
      'answer',
      'billableHours',
      'customFieldValues',
      'date',
      'equipmentIds',
      'fuel',
      'implementId',
      'jobId',
      'loads',
      'notes',
      'operatorIds',
      'photos',
      'runId',
      'serviceTypeId',
      'spans',
      'totalHours',
    ].toSorted(),
  );
});
