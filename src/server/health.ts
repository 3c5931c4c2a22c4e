/** Kinds of problems of an installation that need attention. */
export const CONCERNS = ['disk', 'backup', 'corrupted', 'clock', 'devices'] as const;

/** What is wrong with the installation, or will be soon, while it goes on serving. */
export interface Concern {
  readonly kind: (typeof CONCERNS)[number];
  /** `degraded`: something does not work now, which readiness reports; `warning`: it soon will not, unless something is done. */
  readonly level: 'warning' | 'degraded';
  /** English, for the operator: what is wrong and what to do. */
  readonly message: string;
  /** The values for screens, which say it in their own language. */
  readonly code: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** The state of this process's installation as it knows it: one model behind readiness, metrics, the owner's screen and mails. */
export interface Health {
  /** Reports a problem; replaces an earlier one of the same kind. */
  raise(concern: Concern): void;
  /** The problem is gone. */
  settle(kind: Concern['kind']): void;
  /** Worst first. */
  concerns(): readonly Concern[];
}

export const createHealth = (changed: (concern: Concern) => void = () => undefined): Health => {
  const known = new Map<Concern['kind'], Concern>();
  return {
    raise: (concern) => {
      const before = known.get(concern.kind);
      known.set(concern.kind, concern);
      if (before?.message !== concern.message) {
        changed(concern);
      }
    },
    settle: (kind) => void known.delete(kind),
    concerns: () => [...known.values()].sort((a, b) => Number(b.level === 'degraded') - Number(a.level === 'degraded')),
  };
};
