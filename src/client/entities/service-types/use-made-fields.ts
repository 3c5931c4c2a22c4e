import { useCallback } from 'react';
import { routes } from '#shared/routes.ts';
import { isToBeMade, type ServiceFields } from './usual-fields.ts';
import { useWriter } from '#client/data/use-write.ts';

const swapped = (ids: readonly number[], from: number, to: number): number[] => ids.map((id) => (id === from ? to : id));

/**
 * Creates the ticked fields that the organization lacks, one after the other and also offline, and returns the form with their ids. Throws
 * the server's error; fields created before it are found by name the next time.
 */
export const useMadeFields = (orgId: number) => {
  const create = useWriter(orgId, routes.customDataFields.create, false);
  return useCallback(
    async (form: ServiceFields): Promise<ServiceFields> => {
      let { fields, ticks } = form;
      for (const field of form.fields.filter((each) => isToBeMade(each) && ticks.customDataFieldIds.includes(each.id))) {
        const { name, fieldType } = field;
        const { record } = await create({ params: { orgId }, body: { name, fieldType } });
        fields = fields.map((each) => (each.id === field.id ? record : each));
        ticks = {
          customDataFieldIds: swapped(ticks.customDataFieldIds, field.id, record.id),
          requiredFieldIds: swapped(ticks.requiredFieldIds, field.id, record.id),
        };
      }
      return { fields, ticks };
    },
    [orgId, create],
  );
};
