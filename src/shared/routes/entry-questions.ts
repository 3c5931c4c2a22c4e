// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const entryQuestionsRoutes: RoutesOf<Contract>['entryQuestions'] = {
  ask: { method: 'POST', path: '/api/job-entries/:id/question' },
  withdraw: { method: 'DELETE', path: '/api/job-entries/:id/question' },
};
