/**
 * The units that an organization measures in (specification 12.6). Values stay as they were typed: nothing is converted when it changes.
 */
export const UNIT_SYSTEMS = ['us', 'metric'] as const;
export type UnitSystem = (typeof UNIT_SYSTEMS)[number];

/** Units of an entry's own numbers (specification 5.17), in each system. */
export const UNITS = {
  us: { totalHours: 'hrs', billableHours: 'hrs', fuel: 'gal', loads: 'loads' },
  metric: { totalHours: 'hrs', billableHours: 'hrs', fuel: 'L', loads: 'loads' },
} as const satisfies Record<UnitSystem, object>;
export type EntryUnits = (typeof UNITS)[UnitSystem];

/** The units of an organization; the first ones for a copy kept by an earlier version of the app, which does not say. */
export const unitsOf = (organization: { readonly units?: UnitSystem | undefined }): EntryUnits => UNITS[organization.units ?? 'us'];
