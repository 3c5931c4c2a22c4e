import type { Audited } from '#shared/domain/audit-log.ts';
import type { Share } from '#shared/billing/attribute-revenue.ts';
import type { Database } from '#server/db/database.ts';
import type { BillingPlan } from '#demo/billing-plan.ts';
import type { RecordRow } from '#demo/billing-records.ts';
import { type Day, MINUTE_MS } from '#demo/calendar.ts';
import type { DemoOrganization } from '#demo/organization.ts';
import type { Random } from '#demo/random.ts';
import type { Ids } from '#demo/records.ts';

/** A row of the audit log, before it has its position there. */
export interface LoadedEvent {
  readonly at: number;
  readonly by: number | null;
  readonly entityType: Audited;
  readonly entityId: number;
  readonly subject: string;
  readonly action: string;
  readonly changes: { readonly old: object | null; readonly new: object | null };
}

/** An organization whose billing is being loaded, and what goes into its audit log. */
export interface Loading {
  readonly db: Database;
  readonly data: DemoOrganization;
  readonly ids: Ids;
  readonly plan: BillingPlan;
  readonly today: Day;
  readonly timeZone: string;
  readonly random: Random;
  readonly moment: (at: number) => string;
  readonly events: LoadedEvent[];
}

export const DAY_MS = 1440 * MINUTE_MS;

/** A record with its number. */
export interface Numbered {
  readonly id: number;
  readonly at: number;
  readonly by: number | null;
  readonly year: number;
  readonly number: number;
  readonly row: RecordRow;
  readonly shares: readonly Share[];
  readonly isLive: boolean;
}
