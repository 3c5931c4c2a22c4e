import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import { EQUIPMENT_COUNT } from '#shared/domain/service-type.ts';
import type { PlainText } from '#client/lib/texts.ts';
import { countOf, type FieldTicks } from '#client/entities/service-types/service-form.ts';

/** Example services, named in the page's language (specification 3.22). */
export const EXAMPLE_SERVICES = [
  'Mowing',
  'Hauling',
  'Chopping',
  'Spreading',
  'Planting',
  'Harvesting',
  'Tillage',
  'Spraying',
  'Fertilizing',
  'Baling',
  'Cultivating',
] as const satisfies readonly PlainText[];

type Named = Pick<CustomDataField, 'id' | 'name'>;

const hasOne = (fields: readonly Named[], ids: readonly number[], word: string): boolean =>
  fields.some(({ id, name }) => ids.includes(id) && name.toLowerCase().includes(word));

/** What else the wizard's form asks, depending on the names of the ticked fields (specification 3.23). */
export const wizardExtraInputs = (fields: readonly Named[], { customDataFieldIds, requiredFieldIds }: FieldTicks) => ({
  count: hasOne(fields, requiredFieldIds, 'equipment'),
  operators: hasOne(fields, customDataFieldIds, 'operator'),
});

interface ServiceForm extends FieldTicks {
  readonly name: string;
  readonly equipmentCount: string;
  readonly allowMultipleOperators: boolean;
}

/** The wizard's service as specified, including the flags (specification 8.5, 9.22). */
export const serviceBody = (fields: readonly Named[], form: ServiceForm) => {
  const { name, customDataFieldIds, requiredFieldIds } = form;
  const asked = wizardExtraInputs(fields, form);
  const shows = (word: string): boolean => hasOne(fields, customDataFieldIds, word);
  return {
    name: name.trim(),
    customDataFieldIds,
    requiredFieldIds,
    showEquipment: shows('equipment'),
    showOperator: shows('operator'),
    showTotalHours: shows('hours'),
    showLoads: shows('loads'),
    showNote: shows('note'),
    showEquipmentCount: asked.count,
    requiredFields: fields.filter(({ id }) => requiredFieldIds.includes(id)).map((field) => field.name),
    equipmentCount: asked.count ? countOf(form.equipmentCount) : EQUIPMENT_COUNT.default,
    allowMultipleOperators: asked.operators && form.allowMultipleOperators,
  };
};
