import { contract } from '#shared/contract.ts';
import type { FieldType } from '#shared/domain/custom-data-field.ts';
import { useQueryClient } from '@tanstack/react-query';
import { customDataFieldQueries, serviceTypeQueries } from '#client/data/queries.ts';
import { useWriter } from '#client/data/use-write.ts';
import { type PlainText, t } from '#client/lib/texts.ts';

/** What a set-up of its own begins with (specification 1 §7 and §9): made in the page's language, for whoever sets it up goes on with these names. */
const SERVICES = [
  { name: 'Planting', description: 'Planting and seeding' },
  { name: 'Harvesting', description: 'Harvesting of grain and forage' },
  { name: 'Tillage', description: 'Working the ground' },
  { name: 'Spraying', description: 'Crop protection' },
  { name: 'Fertilizing', description: 'Spreading of fertilizer' },
] as const satisfies readonly { readonly name: PlainText; readonly description: PlainText }[];

interface DefaultField {
  readonly name: PlainText;
  readonly fieldType: FieldType;
  readonly description: PlainText;
  readonly options: readonly PlainText[];
}

const FIELDS: readonly DefaultField[] = [
  { name: 'Field Name', fieldType: 'text', description: 'Where the work was done', options: [] },
  { name: 'Acres Covered', fieldType: 'number', description: 'How much ground was covered', options: [] },
  { name: 'Crop Type', fieldType: 'select', description: 'What grows there', options: ['Corn', 'Soybeans', 'Wheat', 'Oats'] },
];

const missing = <T extends { readonly name: string }>(wanted: readonly T[], there: readonly { readonly name: string }[]): T[] => {
  const names = new Set(there.map(({ name }) => name.toLowerCase()));
  return wanted.filter(({ name }) => !names.has(name.toLowerCase()));
};

/** Adds the default services and fields; what is there already, say from an attempt that failed half way, is not added again. Throws what the server says. */
export const useDefaultSetup = (orgId: number) => {
  const client = useQueryClient();
  const createService = useWriter(orgId, contract.serviceTypes.create, false);
  const createField = useWriter(orgId, contract.customDataFields.create, false);
  return async (): Promise<void> => {
    const params = { orgId };
    const [services, fields] = await Promise.all([
      client.fetchQuery({ ...serviceTypeQueries.list(orgId), staleTime: 0 }),
      client.fetchQuery({ ...customDataFieldQueries.list(orgId), staleTime: 0 }),
    ]);
    // With the standard fields, or an entry of such a service would hold nothing but its date.
    const customDataFieldIds = fields.filter(({ isSystem }) => isSystem).map(({ id }) => id);
    const wantedServices = SERVICES.map(({ name, description }) => ({ name: t(name), description: t(description) }));
    const wantedFields = FIELDS.map(({ name, fieldType, description, options }) => ({
      name: t(name),
      fieldType,
      description: t(description),
      options: options.map((option) => t(option)),
    }));
    await Promise.all([
      ...missing(wantedServices, services).map((service) => createService({ params, body: { ...service, customDataFieldIds } })),
      ...missing(wantedFields, fields).map((field) => createField({ params, body: field })),
    ]);
  };
};
