import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, each longer than the next; a rough order is enough. */
const LONGEST: readonly string[] = [
  'sim/sim',
  'offline/kill-engine',
  'garbage',
  'e2e/screen-states',
  'e2e/offline/kills',
  'kill/kill',
  'backup/docs',
  'backup/kill',
  'backup/round-trip',
  'embedded/next-major',
  'backup/other-ways',
  'backup/restore-again',
  'backup/verify',
  'e2e/engines/screens',
  'e2e/screens',
  'checks',
  'e2e/onboarding',
  'e2e/offline/order',
  'conformance/bodies',
  'e2e/jobs',
  'e2e/engines/offline',
  'e2e/offline/answers',
  'e2e/offline/people',
  'e2e/program',
  'e2e/offline/storage',
  'api/idempotency',
  'kill/kill-bites',
  'bench/bench',
  'e2e/offline/server',
  'e2e/main-job',
  'hammer',
  'e2e/engines/page-cache',
  'e2e/app-updates',
  'e2e/organization-data',
  'sim/mutants',
  'e2e/offline/backlog',
  'e2e/management-setup',
  'e2e/billing',
  'api/lists',
  'e2e/entry-dialog',
  'kill/billing-kill',
  'e2e/settings',
  'api/sign-in-limits',
  'embedded/crash',
  'embedded/place',
];

/** Begins with the files that take longest, so that no core is idle at the end. The others follow, larger ones first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const name = relative(`${this.ctx.config.root}/tests`, moduleId).replace(/\.test\.ts$/, '');
      const place = LONGEST.indexOf(name);
      return place === -1 ? LONGEST.length : place;
    };
    const others = await super.sort(files);
    return others.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
