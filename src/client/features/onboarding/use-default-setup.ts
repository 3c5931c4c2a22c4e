import { routes } from '#shared/routes.ts';
import type { CustomDataField, FieldType } from '#shared/domain/custom-data-field.ts';
import type { Organization } from '#shared/domain/organization.ts';
import type { UnitSystem } from '#shared/domain/units.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { FieldTicks } from '#client/entities/service-types/service-form.ts';
import { bothTicks, usualTicks } from '#client/entities/service-types/usual-fields.ts';
import { customDataFieldQueries, serviceTypeQueries } from '#client/data/queries.ts';
import { useWriter } from '#client/data/use-write.ts';
import { type PlainText, t } from '#client/lib/texts.ts';

/** The default setup (specification 3.15): named in the page's language, since the organization keeps these names. */
const SERVICES = [
  { name: 'Planting', description: 'Planting and seeding' },
  { name: 'Harvesting', description: 'Harvesting grain and forage' },
  { name: 'Tillage', description: 'Working the soil' },
  { name: 'Spraying', description: 'Crop protection' },
  { name: 'Fertilizing', description: 'Spreading fertilizer' },
] as const satisfies readonly { readonly name: PlainText; readonly description: PlainText }[];

interface DefaultField {
  readonly name: PlainText;
  readonly fieldType: FieldType;
  readonly description: PlainText;
  readonly options: readonly PlainText[];
}

/**
 * The fields of those services besides the standard ones and Fuel, which keeps its English name: that makes it fill the entry's own number.
 */
const fieldsIn = (units: UnitSystem | undefined): readonly DefaultField[] => [
  { name: 'Field Name', fieldType: 'text', description: 'Where the work was done', options: [] },
  {
    name: units === 'metric' ? 'Hectares Covered' : 'Acres Covered',
    fieldType: 'number',
    description: 'How much ground was covered',
    options: [],
  },
  { name: 'Crop Type', fieldType: 'select', description: 'What grows there', options: ['Corn', 'Soybeans', 'Wheat', 'Oats'] },
];

const missing = <T extends { readonly name: string }>(wanted: readonly T[], there: readonly { readonly name: string }[]): T[] => {
  const names = new Set(there.map(({ name }) => name.toLowerCase()));
  return wanted.filter(({ name }) => !names.has(name.toLowerCase()));
};

/** An existing field, active or not, is not created again. */
const missingFields = (units: UnitSystem | undefined, there: readonly CustomDataField[]) =>
  missing(
    [
      ...fieldsIn(units).map(({ name, fieldType, description, options }) => ({
        name: t(name),
        fieldType,
        description: t(description),
        options: options.map((option) => t(option)),
      })),
      { name: 'Fuel', fieldType: 'number' as const, description: t('How much was filled or used'), options: [] },
    ],
    there,
  );

/** The standard fields and those of the setup, with what the service's work is counted in; required as usual. */
const ticksOf = (serviceName: string, fields: readonly CustomDataField[], units: UnitSystem | undefined): FieldTicks => {
  const added = fieldsIn(units).map(({ name }) => t(name).toLowerCase());
  const offered = fields.filter(({ isSystem, isActive, name }) => isActive && (isSystem || added.includes(name.toLowerCase())));
  const all = bothTicks(
    { customDataFieldIds: offered.map(({ id }) => id), requiredFieldIds: [] },
    usualTicks(fields, serviceName, { units, isSetUp: true }),
  );
  const isThere = (id: number): boolean => fields.some((field) => field.id === id);
  return { customDataFieldIds: all.customDataFieldIds.filter(isThere), requiredFieldIds: all.requiredFieldIds.filter(isThere) };
};

/**
 * Adds the default fields, and services that ask for them; existing ones, perhaps from an attempt that failed half way, are not added
 * again. Throws the server's error.
 */
export const useDefaultSetup = ({ id: orgId, units }: Organization) => {
  const client = useQueryClient();
  const createService = useWriter(orgId, routes.serviceTypes.create, false);
  const createField = useWriter(orgId, routes.customDataFields.create, false);
  return async (): Promise<void> => {
    const params = { orgId };
    const [services, there] = await Promise.all([
      client.fetchQuery({ ...serviceTypeQueries.list(orgId), staleTime: 0 }),
      client.fetchQuery({ ...customDataFieldQueries.list(orgId), staleTime: 0 }),
    ]);
    const made = await Promise.all(missingFields(units, there).map(async (body) => (await createField({ params, body })).record));
    const fields = [...there, ...made];
    const wanted = SERVICES.map(({ name, description }) => ({ name: t(name), description: t(description) }));
    await Promise.all(
      missing(wanted, services).map((service) => createService({ params, body: { ...service, ...ticksOf(service.name, fields, units) } })),
    );
  };
};
