import { issuesOf } from '#shared/messages/issues.ts';
import type { SaidIssue } from '#shared/messages/message.ts';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import { columnOf } from '#shared/domain/system-fields.ts';
import { serviceTypeInput } from '#shared/domain/service-type.ts';
import type { UnitSystem } from '#shared/domain/units.ts';
import { holdsMeasure, measuresOfWork, type WorkMeasure } from '#shared/domain/work-measures.ts';
import { withTemporaryIds } from '#shared/entities/ids.ts';
import { plainWords } from '#shared/lib/plain-words.ts';
import type { FieldTicks } from './service-form.ts';
import { t } from '#client/lib/texts.ts';

/** What the fields of a new service depend on, apart from its name. */
export interface UsualFor {
  readonly units: UnitSystem | undefined;
  /** While an organization is set up, Fuel belongs to every service; later only to known kinds of work. */
  readonly isSetUp: boolean;
}

type Kind = 'equipment' | 'operator' | 'hours' | 'fuel' | WorkMeasure;

const COLUMNS = { equipment: 'equipmentIds', operator: 'operatorIds', hours: 'totalHours', loads: 'loads', fuel: 'fuel' } as const;

const isOfKind = (field: CustomDataField, kind: Kind): boolean =>
  kind === 'area' || kind === 'bales' ? holdsMeasure(field, kind) : columnOf(field) === COLUMNS[kind];

/** Ids of fields that are created when the service is saved: below every id of a record. */
const TO_BE_MADE: Partial<Record<Kind, number>> = { area: -1, bales: -2, fuel: -3 };

/** Whether the organization does not have this field of a service's form yet. */
export const isToBeMade = ({ id }: Pick<CustomDataField, 'id'>): boolean => id < 0;

/** What a field is named when it is created. Fuel keeps its English name, which makes it fill the entry's own number (`columnOf`). */
const newName = (kind: Kind, units: UnitSystem | undefined): string =>
  kind === 'area' ? (units === 'metric' ? t('Hectares') : t('Acres')) : kind === 'bales' ? t('Bales') : 'Fuel';

const fieldToMake = (kind: Kind, id: number, units: UnitSystem | undefined): CustomDataField => ({
  id,
  organizationId: 0,
  version: 0,
  createdBy: null,
  createdAt: '',
  updatedAt: '',
  name: newName(kind, units),
  description: null,
  fieldType: 'number',
  defaultValue: null,
  isRequired: false,
  isActive: true,
  isSystem: false,
  summary: null,
  options: [],
  usageCount: 0,
});

/**
 * The organization's field of this kind, or the one to be created. Undefined where there can be none: the kind cannot be created, the
 * organization has switched its own off, or has given the name to something else.
 */
const fieldOfKind = (known: readonly CustomDataField[], kind: Kind, units: UnitSystem | undefined): CustomDataField | undefined => {
  const there = known.filter((field) => isOfKind(field, kind));
  if (there.length > 0) {
    const name = plainWords(newName(kind, units));
    const active = there.filter(({ isActive }) => isActive);
    return active.find((field) => plainWords(field.name) === name) ?? active[0];
  }
  const id = TO_BE_MADE[kind];
  const made = id === undefined ? undefined : fieldToMake(kind, id, units);
  return made && known.some(({ name }) => name.toLowerCase() === made.name.toLowerCase()) ? undefined : made;
};

const usualKinds = (serviceName: string, isSetUp: boolean): { readonly kinds: Kind[]; readonly required: readonly Kind[] } => {
  const measures = measuresOfWork(serviceName);
  return {
    kinds: ['equipment', 'operator', 'hours', ...(measures ?? []), ...(measures || isSetUp ? (['fuel'] as const) : [])],
    required: measures ? ['equipment', 'operator', 'hours'] : ['equipment', 'operator'],
  };
};

const MADE_KINDS: readonly Kind[] = ['fuel', 'area', 'bales'];

/** Fields that services usually ask for and the organization does not have. */
export const fieldsToMake = (known: readonly CustomDataField[], units: UnitSystem | undefined): CustomDataField[] =>
  MADE_KINDS.flatMap((kind) => fieldOfKind(known, kind, units) ?? []).filter(isToBeMade);

/** What the form of a service shows: its fields, including those to be created, and which are ticked. */
export interface ServiceFields {
  readonly fields: readonly CustomDataField[];
  readonly ticks: FieldTicks;
}

/** The usual fields of a service of this name: machine and operator required, hours, and what such work is counted in (decision 0030). */
export const usualTicks = (known: readonly CustomDataField[], serviceName: string, { units, isSetUp }: UsualFor): FieldTicks => {
  const { kinds, required } = usualKinds(serviceName, isSetUp);
  const idsOf = (wanted: readonly Kind[]): number[] => wanted.flatMap((kind) => fieldOfKind(known, kind, units)?.id ?? []);
  return { customDataFieldIds: idsOf(kinds), requiredFieldIds: idsOf(required) };
};

/**
 * The active fields, followed by those that are ticked, or usual for the service, and not created yet. One that has been created since its
 * tick is ticked under its own id: after an attempt that failed half way nothing is created twice.
 */
export const shownFields = (
  known: readonly CustomDataField[],
  ticks: FieldTicks,
  units: UnitSystem | undefined,
  usual: FieldTicks = ticks,
): ServiceFields => {
  const rows = MADE_KINDS.flatMap((kind) => {
    const id = TO_BE_MADE[kind] ?? 0;
    return [...ticks.customDataFieldIds, ...usual.customDataFieldIds].includes(id) ? [{ id, field: fieldOfKind(known, kind, units) }] : [];
  });
  const swap = (ids: readonly number[]): number[] => [
    ...new Set(
      ids.flatMap((id) => {
        const row = rows.find((each) => each.id === id);
        return row ? (row.field?.id ?? []) : id;
      }),
    ),
  ];
  return {
    fields: [...known.filter(({ isActive }) => isActive), ...rows.flatMap(({ field }) => (field && isToBeMade(field) ? field : []))],
    ticks: { customDataFieldIds: swap(ticks.customDataFieldIds), requiredFieldIds: swap(ticks.requiredFieldIds) },
  };
};

/** The union of both. */
export const bothTicks = (left: Readonly<FieldTicks>, right: Readonly<FieldTicks>): FieldTicks => ({
  customDataFieldIds: [...new Set([...left.customDataFieldIds, ...right.customDataFieldIds])],
  requiredFieldIds: [...new Set([...left.requiredFieldIds, ...right.requiredFieldIds])],
});

/** What is wrong with manual ticks: a device may hold a field that the contract does not accept. For `rules` of a form. */
export const tickIssues = ({ chosen }: { readonly chosen: FieldTicks | null }): SaidIssue[] => {
  const ids = chosen?.customDataFieldIds.filter((id) => !isToBeMade({ id })) ?? [];
  const parsed = withTemporaryIds(() => serviceTypeInput.shape.customDataFieldIds.safeParse(ids));
  return parsed.success ? [] : issuesOf(parsed.error.issues.slice(0, 1)).map((issue) => ({ ...issue, path: 'customDataFieldIds' }));
};
