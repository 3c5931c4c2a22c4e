import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { can } from '#shared/access/capabilities.ts';
import { routes } from '#shared/routes.ts';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { Organization } from '#shared/domain/organization.ts';
import type { UnitSystem } from '#shared/domain/units.ts';
import { call, newKey } from '#client/api/call.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { customDataFieldQueries, equipmentQueries, implementQueries, serviceTypeQueries } from '#client/data/queries.ts';
import { useWriter } from '#client/data/use-write.ts';
import { fieldOfMeasure, wordsOfMeasure } from '#client/features/onboarding/quick/measures.ts';
import {
  type Existing,
  fieldIdsOf,
  isSameName,
  type Picked,
  type PickedService,
  planTrades,
} from '#client/features/onboarding/quick/plan-trades.ts';
import { decimalOf } from '#client/lib/typed-number.ts';
import { isTempId } from '#client/offline/public.ts';

/** Waits for all, then throws the first failure: nothing is still being made when somebody tries again. */
const allOf = async <T>(work: readonly Promise<T>[]): Promise<T[]> => {
  const settled = await Promise.allSettled(work);
  const failed = settled.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') {
    throw failed.reason;
  }
  return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
};

/** What was made, and how much of it only on this device so far. */
export interface Made {
  readonly services: number;
  readonly machines: number;
  readonly rates: number;
  readonly isWaiting: boolean;
}

/** The standard price of a service, as the API takes it; null: none was typed, or it counts in a field that there is not. */
const rateOf = ({ by, price }: PickedService, serviceTypeId: number, fields: readonly CustomDataField[], units: UnitSystem) => {
  const decimal = decimalOf(price);
  const field = fieldOfMeasure(fields, by, units);
  if (decimal === null || price === '' || field === undefined || field === 'taken') {
    return null;
  }
  const { basis } = wordsOfMeasure(by, units);
  const fieldId = field.isSystem || basis === 'fuel' ? null : field.id;
  return { serviceTypeId, lines: [{ basis, fieldId, prices: [{ upTo: null, price: decimal }] }] };
};

/** Makes what was picked, as far as the organization does not have it (specification 3.34). Throws the server's refusal. */
export const useMakeTrades = ({ id: orgId, role }: Organization) => {
  const client = useQueryClient();
  const createField = useWriter(orgId, routes.customDataFields.create, false);
  const createService = useWriter(orgId, routes.serviceTypes.create, false);
  const create = {
    equipment: useWriter(orgId, routes.equipment.create, false),
    implements: useWriter(orgId, routes.implements.create, false),
  };
  const update = {
    equipment: useWriter(orgId, routes.equipment.update, false),
    implements: useWriter(orgId, routes.implements.update, false),
  };
  // The same price, sent again after a lost answer, is set once.
  const keys = useRef(new Map<string, string>());
  const params = { orgId };

  const existing = async (): Promise<Existing> => {
    const now = { staleTime: 0 };
    const [fields, services, equipment, carried] = await Promise.all([
      client.fetchQuery({ ...customDataFieldQueries.list(orgId), ...now }),
      client.fetchQuery({ ...serviceTypeQueries.list(orgId), ...now }),
      client.fetchQuery({ ...equipmentQueries.list(orgId), ...now }),
      client.fetchQuery({ ...implementQueries.list(orgId), ...now }),
    ]);
    return { fields, services, equipment, implements: carried };
  };
  const setPrices = async (picked: Picked, { services, fields }: Pick<Existing, 'services' | 'fields'>): Promise<number> => {
    const priced = picked.services.flatMap((each) => {
      const service = services.find(({ name }) => isSameName(name, each.name));
      const body = service && !isTempId(service.id) ? rateOf(each, service.id, fields, picked.units) : null;
      return body ?? [];
    });
    if (priced.length === 0 || !can(role, 'money:write') || theEngine().current().connection !== 'online') {
      return 0;
    }
    const rates = await call(routes.rates.list, { params });
    const missing = priced.filter(({ serviceTypeId }) => !rates.some((rate) => rate.serviceTypeId === serviceTypeId));
    for (const body of missing) {
      const question = JSON.stringify(body);
      const key = keys.current.get(question) ?? newKey();
      keys.current.set(question, key);
      await callOnline(routes.rates.create, { params, body }, key);
    }
    return missing.length;
  };
  return async (picked: Picked): Promise<Made> => {
    const before = await existing();
    const plan = planTrades(picked, before);
    let isWaiting = false;
    const kept = <T>({ record, state }: { readonly record: T; readonly state: string }): T => {
      isWaiting ||= state !== 'sent';
      return record;
    };
    const fields = [...before.fields];
    for (const body of plan.fields) {
      fields.push(kept(await createField({ params, body })));
    }
    const made = await allOf(
      plan.services.map(async (service) =>
        kept(await createService({ params, body: { name: service.name.trim(), ...fieldIdsOf(service, fields, picked.units) } })),
      ),
    );
    const services = [...before.services, ...made];
    const idsOf = (names: readonly string[]): number[] =>
      services.flatMap(({ id, name }) => (names.some((each) => isSameName(each, name)) ? id : []));
    await allOf([
      ...plan.machines.map(async ({ name, kind, does }) =>
        kept<unknown>(await create[kind]({ params, body: { name: name.trim(), serviceTypeIds: idsOf(does) } })),
      ),
      ...plan.linked.map(async ({ kind, does, there: { id, serviceTypeIds } }) =>
        kept<unknown>(await update[kind]({ params: { id }, body: { serviceTypeIds: [...new Set([...serviceTypeIds, ...idsOf(does)])] } })),
      ),
    ]);
    const rates = await setPrices(picked, { services, fields });
    return { services: plan.services.length, machines: plan.machines.length, rates, isWaiting };
  };
};
