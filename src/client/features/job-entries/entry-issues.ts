import type { SaidIssue } from '#shared/messages/message.ts';
import { byField } from '#client/components/form-check.ts';
import type { FormField } from '#client/features/job-entries/entry-form.ts';

const OWN_VALUES = 'customFieldValues.';

/** Where the form shows errors that have another name in the contract. */
const PLACES: Readonly<Record<string, string>> = {
  jobId: 'job',
  serviceTypeId: 'service',
  equipmentId: 'equipmentIds',
  operatorId: 'operatorIds',
};

const keyOf = (path: string, fields: readonly FormField[]): string => {
  if (path.startsWith(OWN_VALUES)) {
    const name = path.slice(OWN_VALUES.length);
    return fields.find(({ column, field }) => column === null && field.name === name)?.key ?? path;
  }
  const [first = ''] = path.split('.');
  const place = PLACES[first] ?? first;
  return fields.find(({ column }) => column === place)?.key ?? (place === first && first !== 'date' ? path : place);
};

/** The server's issues of an entry by the form's keys; those of none of its fields keep their path. */
export const errorsOfIssues = (issues: readonly SaidIssue[], fields: readonly FormField[]): Readonly<Record<string, string>> =>
  byField(issues.map((issue) => ({ ...issue, path: keyOf(issue.path, fields) })));
