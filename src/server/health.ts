/** What an installation can have that somebody has to look after. */
export const CONCERNS = ['disk', 'backup', 'corrupted', 'clock', 'devices'] as const;

/** What is wrong with the installation, or will be soon, while it goes on serving. */
export interface Concern {
  readonly kind: (typeof CONCERNS)[number];
  /** `degraded`: something does not work now, which readiness tells; `warning`: it will, unless somebody does something. */
  readonly level: 'warning' | 'degraded';
  /** English, for the operator: what is wrong and what to do. */
  readonly message: string;
  /** What screens say it by, in their own language. */
  readonly code: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** The state of this process's installation as it knows it: one model behind readiness, metrics, the owner's screen and mails. */
export interface Health {
  /** Says what is wrong; instead of what was said of the same kind before. */
  raise(concern: Concern): void;
  /** It is no longer. */
  settle(kind: Concern['kind']): void;
  /** The worst first. */
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
