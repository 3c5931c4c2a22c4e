import type { KeptCollection } from '#shared/kinds/spellings.ts';
import { routes } from '#shared/routes.ts';

/** The calls of the records that this device keeps, by kind: for code that is the same for each of them. */
export const KEPT_ROUTES: { readonly [S in KeptCollection]: (typeof routes)[S] } = {
  customers: routes.customers,
  employees: routes.employees,
  customDataFields: routes.customDataFields,
  serviceTypes: routes.serviceTypes,
  equipment: routes.equipment,
  implements: routes.implements,
  daysOff: routes.daysOff,
  jobs: routes.jobs,
  runs: routes.runs,
  jobEntries: routes.jobEntries,
};
