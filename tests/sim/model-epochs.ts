import { type Backup, copyOrg, type Effect, type ModelOrg } from '#tests/sim/model-state.ts';

/** Further than any schedule gets. */
const LEAP = 10_000;

const leapt = (org: ModelOrg): ModelOrg => ({ ...org, seq: org.seq + LEAP, forgotten: org.seq + LEAP });

/** What the server keeps in its database: how that is set back to an earlier state, and how the server notices. */
export class ModelEpochs {
  orgs = new Map<number, ModelOrg>();
  effects: Effect[] = [];
  epoch = 1;
  /** It does not check which database it has, like a server from before decision 0042. */
  isBlind = false;
  private isUnsettled = false;
  private lastId = 0;
  /** Returns the id of the next record; `model-agrees` replaces it with the real server's ids. */
  nextId = (): number => {
    this.lastId += 1;
    return this.lastId;
  };

  backUp(): Backup {
    return { orgs: [...this.orgs.values()].map(copyOrg), effects: this.effects.length, lastId: this.lastId };
  }

  /** Starts from what a backup of another model holds; its effects are history. */
  begin(backup: Backup): void {
    this.orgs = new Map(backup.orgs.map((org) => [org.id, copyOrg(org)]));
    this.lastId = 1000;
  }

  /**
   * `npm run restore`: what came after the backup is lost, ids and numbers jump ahead, and a new epoch begins. Returns the lost effects.
   */
  restore(backup: Backup): readonly Effect[] {
    const lost = this.fallBack(backup);
    this.beginEpoch();
    return lost;
  }

  /** A replica that was this far takes over unannounced: what came after is lost, and ids continue from there. Returns the lost effects. */
  failOver(replica: Backup): readonly Effect[] {
    const lost = this.fallBack(replica);
    this.lastId = replica.lastId;
    this.isUnsettled = true;
    return lost;
  }

  /** Runs before anything is read or written: after a promotion, the first request begins a new epoch. */
  settle(): void {
    if (this.isUnsettled && !this.isBlind) {
      this.beginEpoch();
    }
  }

  private fallBack(to: Backup): readonly Effect[] {
    this.orgs = new Map(to.orgs.map((org) => [org.id, copyOrg(org)]));
    const lost = this.effects.slice(to.effects);
    this.effects = this.effects.slice(0, to.effects);
    return lost;
  }

  private beginEpoch(): void {
    this.orgs = new Map([...this.orgs].map(([id, org]) => [id, leapt(org)]));
    this.lastId += LEAP;
    this.epoch += 1;
    this.isUnsettled = false;
  }
}
