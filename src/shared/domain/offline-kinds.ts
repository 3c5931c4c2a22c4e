import { customDataFieldEndpoints, customDataFieldWords } from '#shared/domain/custom-data-field.ts';
import { customerEndpoints, customerWords } from '#shared/domain/customer.ts';
import { employeeEndpoints, employeeWords } from '#shared/domain/employee.ts';
import { dayOffEndpoints, dayOffWords } from '#shared/domain/day-off.ts';
import { equipmentEndpoints, equipmentWords } from '#shared/domain/equipment.ts';
import { implementEndpoints, implementWords } from '#shared/domain/implement.ts';
import { jobEntryWords } from '#shared/domain/job-entry-words.ts';
import { jobEntryEndpoints } from '#shared/domain/job-entry.ts';
import { jobSummaryEndpoints } from '#shared/domain/job-summary.ts';
import { jobEndpoints, jobWords } from '#shared/domain/job.ts';
import { runEndpoints, runWords } from '#shared/domain/run.ts';
import { memberEventEndpoints } from '#shared/domain/security-event.ts';
import { serviceTypeEndpoints, serviceTypeWords } from '#shared/domain/service-type.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import type { Entity, OfflineKind } from '#shared/kinds/registry.ts';
import type { CollectionOf } from '#shared/kinds/spellings.ts';
import type { KindWords } from '#shared/lib/words.ts';

/** The calls of the kinds that devices keep a copy of: part of the contract, and the source of the schemas of `…/changes`. */
export const offlineKinds = {
  customers: customerEndpoints,
  employees: { ...employeeEndpoints, ...memberEventEndpoints },
  customDataFields: customDataFieldEndpoints,
  serviceTypes: serviceTypeEndpoints,
  equipment: equipmentEndpoints,
  implements: implementEndpoints,
  daysOff: dayOffEndpoints,
  jobs: { ...jobEndpoints, ...jobSummaryEndpoints },
  runs: runEndpoints,
  jobEntries: jobEntryEndpoints,
} as const satisfies Readonly<Record<CollectionOf<OfflineKind & Entity>, Readonly<Record<string, Endpoint>>>>;

/** The words of the documentation about each. */
export const offlineWords: Readonly<Record<OfflineKind & Entity, KindWords>> = {
  customer: customerWords,
  employee: employeeWords,
  customDataField: customDataFieldWords,
  serviceType: serviceTypeWords,
  equipment: equipmentWords,
  implement: implementWords,
  dayOff: dayOffWords,
  job: jobWords,
  run: runWords,
  jobEntry: jobEntryWords,
};
