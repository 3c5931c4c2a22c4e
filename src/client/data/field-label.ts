import { capital } from '#shared/capital.ts';
import { type PlainText, wordsOf } from '#client/lib/texts.ts';

const LABELS: Readonly<Record<string, PlainText>> = {
  awaitsJob: 'No job yet',
  totalHours: 'Hours',
  billableHours: 'Billable hours',
  checkedAt: 'Checked',
  customFieldValues: 'Other values',
  customDataFieldIds: 'Fields',
  customerId: 'Customer',
  equipmentIds: 'Equipment',
  implementId: 'Implement',
  jobId: 'Job',
  linkedEquipmentIds: 'Equipment',
  operatorIds: 'Operators',
  requiredFieldIds: 'Required fields',
  runId: 'Run',
  serviceTypeId: 'Service',
  serviceTypeIds: 'Services',
  shareBy: 'Split fuel by',
  spans: 'Time worked',
  startedAt: 'Began',
  endedAt: 'Ended',
};

const OWN_VALUE = 'customFieldValues.';

/** The label that people know a field by; of `customFieldValues.Moisture` it is the field's own name. */
export const labelOf = (field: string): string => {
  if (field.startsWith(OWN_VALUE)) {
    return field.slice(OWN_VALUE.length);
  }
  // For an item of a list, the label of the list: nobody counts photos from zero.
  const list = field.replace(/\.\d+$/, '');
  const words = list
    .replace(/^is(?=[A-Z])/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return wordsOf(LABELS[list] ?? capital(words));
};
