import type { Organization } from '#shared/domain/organization.ts';
import { SAMPLE_DAYS } from '#shared/domain/sample.ts';
import { refusalMessage } from '#shared/lib/errors.ts';
import { daysBefore } from '#shared/lib/dates.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import { importing } from '#server/commands/archive/import-organization.ts';
import type { UserContext } from '#server/context.ts';
import { noteTimesOfHistory } from '#server/data/member-times.ts';
import { findOrganization } from '#server/data/organizations.ts';
import { findSampleOf, lockSamplesOf, markSample } from '#server/data/samples.ts';
import { dayOf } from '#server/data/today.ts';
import type { Database } from '#server/db/database.ts';
import { importCompany } from '#server/demo/import-company.ts';

/** The companies that people look around in: small ones, which are there within a second and fit on any phone. */
const SAMPLES: Readonly<Record<LanguageId, { readonly archive: string; readonly country: string }>> = {
  en: { archive: 'mesquite-fork-hay-spray.zip', country: 'US' },
  de: { archive: 'lohnunternehmen-tammkamp.zip', country: 'DE' },
  es: { archive: 'mesquite-fork-hay-spray.zip', country: 'US' },
};

/** Another request has made it in the meantime. */
class MadeMeanwhile extends Error {}

interface Wish {
  readonly language?: LanguageId | undefined;
  /** IANA name of the zone where it is today. */
  readonly timeZone?: string | undefined;
}

/** Whether the sample company was there already, and what it is. */
export interface Sample {
  readonly organization: Organization;
  readonly isNew: boolean;
}

const importSample = async (ctx: UserContext, { language = 'en', timeZone = 'UTC' }: Wish): Promise<number> => {
  const { archive, country } = SAMPLES[language];
  const { db, photos, now, scratchFolder, user } = ctx;
  const moment = now();
  const dueAt = daysBefore(moment, -SAMPLE_DAYS);
  const target = {
    db,
    photos,
    now,
    scratchFolder,
    user,
    limits: ctx.limits.settings,
    requireFree: async (inside: Database) => {
      await lockSamplesOf(inside, user.id);
      if ((await findSampleOf(inside, user.id, moment)) !== null) {
        throw new MadeMeanwhile();
      }
    },
    finish: async (inside: Database, id: number) => {
      await markSample(inside, id, { dueAt, country });
      await noteTimesOfHistory(inside, id);
    },
  };
  const { id } = await importCompany(target, { archive }, { today: dayOf({ timeZone }, moment), now: moment, timeZone });
  return id;
};

/** The caller's sample company (decision 0062): the one that is there, or a new one, which is an import in its turn. */
export const openSample = async (ctx: UserContext, wish: Wish): Promise<Sample> => {
  const account = String(ctx.user.id);
  const known = async (): Promise<Sample | null> => {
    const id = await findSampleOf(ctx.db, ctx.user.id, ctx.now());
    return id === null ? null : { organization: await findOrganization(ctx, id), isNew: false };
  };
  return (
    (await known()) ??
    importing.run(account, async () => {
      const made = await known();
      if (made) {
        return made;
      }
      await ctx.limits.take(['sampleOfAccount', account], refusalMessage('samplesOfDayFull'));
      try {
        return { organization: await findOrganization(ctx, await importSample(ctx, wish)), isNew: true };
      } catch (error) {
        const theirs = error instanceof MadeMeanwhile ? await known() : null;
        if (theirs) {
          return theirs;
        }
        throw error;
      }
    })
  );
};
