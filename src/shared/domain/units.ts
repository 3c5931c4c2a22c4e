/** In what an organization measures (decisions §9). Values stand as they were typed: nothing is converted when it changes. */
export const UNIT_SYSTEMS = ['us', 'metric'] as const;
export type UnitSystem = (typeof UNIT_SYSTEMS)[number];

/** Units of an entry's own numbers (specification 2 §9), in each system. */
export const UNITS = {
  us: { totalHours: 'hrs', billableHours: 'hrs', fuel: 'gal', loads: 'loads' },
  metric: { totalHours: 'hrs', billableHours: 'hrs', fuel: 'L', loads: 'loads' },
} as const satisfies Record<UnitSystem, object>;
export type EntryUnits = (typeof UNITS)[UnitSystem];

/** The units of an organization; of a copy that an earlier version of the app kept, which does not say, the first ones. */
export const unitsOf = (organization: { readonly units?: UnitSystem | undefined }): EntryUnits => UNITS[organization.units ?? 'us'];
