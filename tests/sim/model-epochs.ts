import { type Backup, copyOrg, type Effect, type ModelOrg } from '#tests/sim/model-state.ts';

/** Further than any schedule gets. */
const LEAP = 10_000;

const leapt = (org: ModelOrg): ModelOrg => ({ ...org, seq: org.seq + LEAP, forgotten: org.seq + LEAP });

/** What of our server lies in its database: how that is put back to an earlier state, and how the server learns of it. */
export class ModelEpochs {
  orgs = new Map<number, ModelOrg>();
  effects: Effect[] = [];
  epoch = 1;
  /** It does not look whose database it has: a server of before decision 0042. */
  isBlind = false;
  private isUnsettled = false;
  private lastId = 0;
  /** Gives out the id of the next record; `model-agrees` puts the real server's ids in its place. */
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

  /** `npm run restore`: what came after the backup is lost, ids and numbers jump ahead, and a new epoch begins. Gives the lost effects. */
  restore(backup: Backup): readonly Effect[] {
    const lost = this.fallBack(backup);
    this.beginEpoch();
    return lost;
  }

  /** A replica that was as far as this takes over, and nobody says so: what came after is lost, and ids go on from there. Gives the lost effects. */
  failOver(replica: Backup): readonly Effect[] {
    const lost = this.fallBack(replica);
    this.lastId = replica.lastId;
    this.isUnsettled = true;
    return lost;
  }

  /** Before anything is read or written: of a promoted database, a new epoch begins with the first who asks. */
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
