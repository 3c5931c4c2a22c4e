/** How much of everything an organization of the season has. */
export interface OrganizationPlan {
  readonly id: number;
  readonly entries: number;
  readonly jobs: number;
  readonly customers: number;
  readonly machines: number;
  readonly employees: number;
}

/** Full: what the goals refer to. Small: a tenth. Tiny: only to check that everything runs. */
export const SIZES = {
  full: { organizations: 500, entries: 1_000_000, largest: 100_000 },
  small: { organizations: 50, entries: 100_000, largest: 10_000 },
  tiny: { organizations: 5, entries: 1_200, largest: 800 },
} as const;
export type SizeName = keyof typeof SIZES;

/** Rows that every organization has. */
export const SERVICES = 8;
export const FIELDS = 10;

/** Two neighboring jobs have this many entries together, between 25 and 49 each. */
export const ENTRIES_OF_TWO_JOBS = 74;

const between = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, Math.round(value)));

const planOf = (id: number, entries: number): OrganizationPlan => ({
  id,
  entries,
  jobs: 2 * Math.ceil(entries / ENTRIES_OF_TWO_JOBS),
  customers: between(3, entries / 100, 1_000),
  machines: between(4, Math.sqrt(entries) / 2, 120),
  employees: between(3, Math.sqrt(entries) / 3, 80),
});

/** Shares that fall with the rank, as the sizes of firms do, scaled so that all but the largest add up to the remainder. */
const restSizes = (count: number, entries: number): number[] => {
  const weights = Array.from({ length: count }, (_, rank) => 1 / (rank + 6));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const sizes = weights.map((weight) => Math.floor((entries * weight) / total));
  const missing = entries - sizes.reduce((sum, size) => sum + size, 0);
  return sizes.map((size, rank) => size + (rank === 0 ? missing : 0));
};

/** The organizations of a season of that size, largest first; exactly that many entries in total. */
export const planSeason = (size: SizeName): OrganizationPlan[] => {
  const { organizations, entries, largest } = SIZES[size];
  return [largest, ...restSizes(organizations - 1, entries - largest)].map((count, place) => planOf(place + 1, count));
};
