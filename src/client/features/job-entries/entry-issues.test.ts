import { expect, test } from 'vitest';
import type { FormField } from '#client/features/job-entries/entry-form.ts';
import { errorsOfIssues } from '#client/features/job-entries/entry-issues.ts';

const FIELDS = [
  { key: 'customField_3', column: 'totalHours', field: { name: 'Hours' } },
  { key: 'customField_4', column: 'equipmentIds', field: { name: 'Equipment' } },
  { key: 'customField_6', column: null, field: { name: 'Moisture' } },
] as unknown as FormField[];

test.each([
  ['totalHours', 'customField_3'],
  ['equipmentIds.1', 'customField_4'],
  ['equipmentId', 'customField_4'],
  ['customFieldValues.Moisture', 'customField_6'],
  ['jobId', 'job'],
  ['serviceTypeId', 'service'],
  ['date', 'date'],
  // No field of the form shows these: its head does.
  ['fuel', 'fuel'],
  ['customFieldValues.Rows', 'customFieldValues.Rows'],
  ['', ''],
])('what the server says of %s stands at %s', (path, key) => {
  expect(errorsOfIssues([{ path, message: 'Not so' }], FIELDS)).toEqual({ [key]: 'Not so' });
});
