/** How much of something is allowed: within a sliding window of time, or, without one, at once. */
interface Limit {
  readonly most: number;
  readonly windowSeconds?: number;
}

const [QUARTER, HOUR, DAY] = [900, 3600, 86_400];
const GB = 1_000_000_000;

/**
 * Everything that `LIMITS` of the settings can change, with the default. Nobody honest meets them (decision 0037): 60 phones that come back
 * with three weeks of work, three photos on each entry, send 100,800 requests; one with 10,000 waiting changes and as many photos as there
 * may be sends 40,000.
 */
const DEFAULTS = {
  requestsPerAccount: { most: 60_000, windowSeconds: QUARTER },
  requestsPerOrganization: { most: 600_000, windowSeconds: QUARTER },
  /** Every call that is no GET, files included. */
  writesPerAccount: { most: 50_000, windowSeconds: HOUR },
  writesPerOrganization: { most: 300_000, windowSeconds: HOUR },
  bytesPerOrganization: { most: 250 * GB },
  bytesSentPerAccount: { most: 40 * GB, windowSeconds: DAY },
  /** Of files that an account has sent to an organization and that no entry has named yet. */
  unusedBytesPerAccount: { most: GB },
  mailsPerAccount: { most: 500, windowSeconds: DAY },
  mailsPerOrganization: { most: 1000, windowSeconds: DAY },
  mailsPerInstallation: { most: 10_000, windowSeconds: DAY },
  /** Owned at once, including those that wait for their deletion. */
  organizationsPerAccount: { most: 20 },
  organizationsMadePerAccount: { most: 20, windowSeconds: DAY },
  /** Sample companies, which are a small import each. */
  samplesPerAccount: { most: 10, windowSeconds: DAY },
  peoplePerOrganization: { most: 5000 },
  invitationsPerAccount: { most: 500, windowSeconds: DAY },
  apiKeysPerOrganization: { most: 50 },
  exportsPerOrganization: { most: 50, windowSeconds: DAY },
  /** Attempts, whatever their outcome. */
  importsPerAccount: { most: 20, windowSeconds: HOUR },
  passkeysPerAccount: { most: 50 },
  sessionsPerAccount: { most: 200 },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitSetting = keyof typeof DEFAULTS;
export type Limits = Readonly<Record<LimitSetting, number>>;
/** Those that count events within a time window. */
export type CountedSetting = { [S in LimitSetting]: (typeof DEFAULTS)[S] extends { windowSeconds: number } ? S : never }[LimitSetting];

const NAMES = Object.keys(DEFAULTS) as LimitSetting[];

export const DEFAULT_LIMITS = Object.fromEntries(NAMES.map((name) => [name, DEFAULTS[name].most])) as Limits;

/** The window within which it counts. */
export const windowOf = (setting: CountedSetting): number => DEFAULTS[setting].windowSeconds;

const UNIT: Readonly<Record<string, number>> = { '': 1, KB: 1e3, MB: 1e6, GB, TB: 1e12 };
const LARGEST = 1e15;

const readOne = (part: string): readonly [LimitSetting, number] => {
  const [, name, digits, unit = ''] = /^(\w+)=(\d{1,15})(KB|MB|GB|TB)?$/.exec(part) ?? [];
  const known = NAMES.find((each) => each === name);
  const number = Number(digits) * (UNIT[unit] ?? 1);
  if (known === undefined || (unit !== '' && !/^bytes|Bytes/.test(known)) || number < 1 || number > LARGEST) {
    throw new Error(
      `LIMITS: “${part}” is none. Write such as requestsPerAccount=60000,bytesPerOrganization=500GB; what there is: ${NAMES.join(', ')}`,
    );
  }
  return [known, number];
};

/** The numbers of `LIMITS`, such as `bytesPerOrganization=500GB,mailsPerAccount=50`; anything it does not name keeps its default. */
export const readLimits = (text = ''): Limits => {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(parts.map(readOne)) };
};
