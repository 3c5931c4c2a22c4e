import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import { columnOf } from '#shared/domain/system-fields.ts';
import type { UnitSystem } from '#shared/domain/units.ts';
import { plainWords } from '#shared/lib/plain-words.ts';
import { fieldOfMeasure, fieldToMake, type Measure } from '#client/features/onboarding/quick/measures.ts';

/** A service as it was picked. */
export interface PickedService {
  readonly name: string;
  readonly by: Measure;
  readonly also: readonly Measure[];
  /** What one of `by` costs, as the API takes it; empty: nothing was said. */
  readonly price: string;
}

/** A machine as it was picked, and the names of the services that it does. */
export interface PickedMachine {
  readonly name: string;
  readonly kind: 'equipment' | 'implements';
  readonly does: readonly string[];
}

export interface Picked {
  readonly services: readonly PickedService[];
  readonly machines: readonly PickedMachine[];
  readonly units: UnitSystem;
}

type Named = { readonly name: string };
type Doing = Named & { readonly id: number; readonly serviceTypeIds: readonly number[] };

/** What the organization has. */
export interface Existing {
  readonly fields: readonly CustomDataField[];
  readonly services: readonly (Named & { readonly id: number })[];
  readonly equipment: readonly Doing[];
  readonly implements: readonly Doing[];
}

export interface TradePlan {
  readonly fields: readonly ReturnType<typeof fieldToMake>[];
  readonly services: readonly PickedService[];
  readonly machines: readonly PickedMachine[];
  /** Machines that are `there`, and do not do all that was picked for them. */
  readonly linked: readonly (PickedMachine & { readonly there: Doing })[];
}

export const isSameName = (one: string, other: string): boolean => plainWords(one.trim()) === plainWords(other.trim());

export const isThere = (name: string, records: readonly Named[]): boolean => records.some((each) => isSameName(each.name, name));

/** Without what is named like an earlier one, and without what has no name. */
const oncePerName = <T extends Named>(items: readonly T[], keyOf: (item: T) => string = () => ''): T[] =>
  items.filter(
    (item, index) =>
      item.name.trim() !== '' && !items.slice(0, index).some((other) => isSameName(other.name, item.name) && keyOf(other) === keyOf(item)),
  );

/** All that drivers log for a service, each once. */
const measuresOf = ({ by, also }: PickedService, units: UnitSystem): Measure[] => {
  const seen = new Set<string>();
  return (['hours', by, ...also] as const).filter((measure) => {
    const { name } = fieldToMake(measure, units);
    return seen.has(name) ? false : seen.add(name);
  });
};

/**
 * What has to be made so that the organization has what was picked. What it has by its name is not made again: pressing twice, going back,
 * or a failure half way double nothing.
 */
export const planTrades = ({ services, machines, units }: Picked, existing: Existing): TradePlan => {
  const toMake = oncePerName(services).filter(({ name }) => !isThere(name, existing.services));
  const measures = [...new Set(toMake.flatMap((service) => measuresOf(service, units)))];
  const fields = measures
    .filter((measure) => fieldOfMeasure(existing.fields, measure, units) === undefined)
    .map((measure) => fieldToMake(measure, units));
  const each = oncePerName(machines, ({ kind }) => kind);
  const sameIn = ({ name, kind }: PickedMachine) => existing[kind].find((other) => isSameName(other.name, name));
  return {
    fields: oncePerName(fields),
    services: toMake,
    machines: each.filter((machine) => sameIn(machine) === undefined),
    linked: each.flatMap((machine) => {
      const there = sameIn(machine);
      return there !== undefined && machine.does.some((name) => !doesIt(there, name, existing.services)) ? [{ ...machine, there }] : [];
    }),
  };
};

/** A service that is still to be made is not done by anything yet. */
const doesIt = (machine: Doing, serviceName: string, services: Existing['services']): boolean =>
  services.some(({ id, name }) => isSameName(name, serviceName) && machine.serviceTypeIds.includes(id));

/**
 * The fields that a service offers, and those that it requires: always machine, operator, hours and what it is billed by. `fields` are the
 * organization's, with those that were made for it.
 */
export const fieldIdsOf = (service: PickedService, fields: readonly CustomDataField[], units: UnitSystem) => {
  const idOf = (measure: Measure): number[] => {
    const field = fieldOfMeasure(fields, measure, units);
    return field === undefined || field === 'taken' ? [] : [field.id];
  };
  const active = fields.filter(({ isActive }) => isActive);
  const inColumn = (column: ReturnType<typeof columnOf>): number[] =>
    active.flatMap((field) => (columnOf(field) === column ? field.id : []));
  const always = [...inColumn('equipmentIds'), ...inColumn('operatorIds')];
  const required = [...always, ...idOf('hours'), ...idOf(service.by)];
  return {
    customDataFieldIds: [
      ...new Set([...required, ...measuresOf(service, units).flatMap(idOf), ...inColumn('notes'), ...inColumn('photos')]),
    ],
    requiredFieldIds: [...new Set(required)],
  };
};
