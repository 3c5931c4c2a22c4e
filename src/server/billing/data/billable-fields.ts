import { withOffers } from '#shared/billing/quantities.ts';
import type { Context } from '#server/context.ts';
import { customDataFieldData } from '#server/data/custom-data-fields.ts';
import { serviceTypeData } from '#server/data/service-types.ts';

/** The data fields, each with the services that offer it: where a bill looks for quantities. */
export const billableFields = async (ctx: Pick<Context, 'db' | 'orgId'>) =>
  withOffers(await customDataFieldData.list(ctx), await serviceTypeData.list(ctx));
