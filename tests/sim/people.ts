import type { Engine } from '#client/offline/engine/engine.ts';
import {
  dependentChanges,
  discardChanges,
  editChange,
  moveChange,
  recreateRecord,
  resolveChange,
  retryChange,
} from '#client/offline/local/own-changes.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import type { LocalRow } from '#client/offline/storage/stores.ts';
import { isWritten, markOf, NAME_FIELD, NO_MARK, type Written } from '#tests/sim/asks.ts';
import { type Session, Sessions } from '#tests/sim/sessions.ts';
import { changedPhotos, photoOf, UNCHANGED } from '#tests/sim/photos.ts';
import { rowsOf, shownRows } from '#tests/sim/memory-storage.ts';
import type { TabState } from '#tests/sim/world-state.ts';

const FIELDS: Readonly<Record<Written, readonly string[]>> = {
  customers: ['businessName', 'address', 'phoneNumber', 'firstName'],
  jobs: ['name', 'status', 'customerId'],
  runs: ['notes', 'fuel'],
  jobEntries: ['notes', 'totalHours', 'fuel', 'loads', 'jobId', 'customFieldValues'],
};

const RECREATED: Readonly<Record<Written, readonly string[]>> = {
  customers: ['businessName', 'address', 'phoneNumber', 'firstName', 'lastName'],
  jobs: ['name', 'customerId', 'status'],
  runs: [],
  jobEntries: 'serviceTypeId date notes totalHours billableHours fuel loads photos customFieldValues equipmentIds runId spans'.split(' '),
};

/** Drivers at their screens: what they make, change, delete and decide, at random. */
export class People extends Sessions {
  make(session: Session, orgId: number): void {
    const { random } = this.world;
    const { tab } = session;
    const customer = this.some(this.shown(tab, 'customers', orgId));
    const job = this.some(this.shown(tab, 'jobs', orgId).filter((row) => row['status'] === 'open'));
    const kind = random.weighted({ customers: 1, jobs: customer ? 2 : 0, jobEntries: job ? 5 : 0 });
    if (tab.userId === null || !session.isReady) {
      return;
    }
    const n = this.next();
    const mark = `${kind === 'customers' ? 'C' : kind === 'jobs' ? 'J' : 'E'}${n}`;
    const shared = { device: tab.device, userId: tab.userId, store: kind, operation: 'create', mark, orgId } as const;
    if (kind === 'customers') {
      const data = { businessName: `${mark}|new`, address: `v${n}` };
      this.write(session, this.oracle.ask({ ...shared, data, jobMark: null }), { operation: 'create', store: kind, orgId, data });
    } else if (kind === 'jobs' && customer) {
      const data = { name: `${mark}|new`, customerId: customer.id, status: 'open' };
      this.write(session, this.oracle.ask({ ...shared, data, jobMark: null }), { operation: 'create', store: kind, orgId, data });
    } else if (job) {
      // There is always a way: they log at a customer, and the office says later which job it was.
      const at = customer && this.world.laterRandom.isHit(0.2) ? customer : undefined;
      const service = rowsOf(tab.device.db, 'serviceTypes').find((row) => row.organizationId === orgId);
      const photo = random.isHit(0.2) ? photoOf(random.below(4)) : null;
      const data = {
        serviceTypeId: service?.id ?? 1,
        date: `2025-06-${10 + random.below(15)}`,
        notes: `${mark}|new`,
        totalHours: random.isHit(0.05) ? -1 : n,
        ...(photo ? { photos: [`blob:${photo.sha256}`] } : {}),
        ...(at ? { customerId: at.id, awaitsJob: true } : {}),
      };
      const place = at ? {} : { jobId: job.id };
      const jobMark = (at ? null : markOf('jobs', job)) ?? NO_MARK;
      const ask = this.oracle.ask({ ...shared, data, jobMark, brings: photo ? [photo.sha256] : [] });
      this.write(session, ask, { operation: 'create', store: kind, orgId, ...place, data, ...(photo ? { files: [photo] } : {}) });
    }
  }

  private newValue(session: Session, orgId: number, store: Written, field: string, row: LocalRow): unknown {
    const n = this.next();
    if (field === NAME_FIELD[store]) {
      return `${markOf(store, row)}|v${n}`;
    }
    switch (field) {
      case 'status':
        return this.world.random.pick(['open', 'completed', 'completed', 'billed']);
      case 'customerId':
        return this.some(this.shown(session.tab, 'customers', orgId))?.id ?? row['customerId'];
      case 'jobId':
        return this.some(this.shown(session.tab, 'jobs', orgId).filter((job) => job['status'] === 'open'))?.id ?? row['jobId'];
      case 'customFieldValues':
        return { ...(row['customFieldValues'] as object), [this.world.random.pick(['Bales', 'Rows'])]: n };
      case 'totalHours':
      case 'fuel':
      case 'loads':
        return n;
      default:
        return `v${n}`;
    }
  }

  change(session: Session, orgId: number): void {
    const { random } = this.world;
    const { tab } = session;
    const store = random.pick(['customers', 'jobs', 'jobs', 'jobEntries', 'jobEntries', 'jobEntries'] as const);
    const row = this.some(this.shown(tab, store, orgId));
    if (tab.userId === null || !session.isReady) {
      return;
    }
    const now = row ? { userId: tab.userId, orgId, store, row, shows: this.oracle.openForm() } : undefined;
    if (now) {
      this.oracle.look(tab.device, tab.userId, store, now.row);
    }
    if (now && this.world.laterRandom.isHit(0.25)) {
      // They are interrupted before they have changed anything.
      session.forms.push(now);
      return;
    }
    const isBack = session.forms.length > 0 && this.world.laterRandom.isHit(0.6);
    const form = isBack ? session.forms.splice(this.world.laterRandom.below(session.forms.length), 1)[0] : now;
    if (form?.userId === tab.userId) {
      this.submit(session, form);
    }
  }

  /** They change the record on the form: what it shows may be older than what they have saved since. */
  private submit(session: Session, { orgId, store, row, shows }: Session['forms'][number]): void {
    const { random } = this.world;
    const { tab } = session;
    const mark = markOf(store, row);
    if (mark === null || tab.userId === null) {
      return;
    }
    const shared = { device: tab.device, userId: tab.userId, store, mark, orgId } as const;
    if (random.isHit(0.12)) {
      // The question before a deletion is about the current record.
      const shown = this.shown(tab, store, orgId).find(({ id }) => id === row.id) ?? row;
      this.oracle.look(tab.device, tab.userId, store, shown);
      const ask = this.oracle.ask({ ...shared, jobMark: null, operation: 'remove', data: {}, rowId: row.id }, shows);
      this.write(session, ask, { operation: 'remove', store, orgId, id: row.id, seen: shown });
      return;
    }
    const fields = FIELDS[store].filter(() => random.isHit(0.35));
    const { photos, files, takes } =
      store === 'jobEntries' && this.world.laterRandom.isHit(0.45) ? changedPhotos(row, this.world.laterRandom) : UNCHANGED;
    const data = {
      ...Object.fromEntries(fields.map((field) => [field, this.newValue(session, orgId, store, field, row)])),
      ...(photos ? { photos } : {}),
      ...(store === 'jobEntries' && !fields.includes('jobId') && this.world.laterRandom.isHit(0.1) ? { awaitsJob: true } : {}),
    };
    if (fields.length > 0 || photos) {
      const jobMark = this.noteMove(tab, mark, Reflect.get(data, 'jobId'), 'awaitsJob' in data);
      const ask = this.oracle.ask(
        { ...shared, jobMark, operation: 'update', data, rowId: row.id, takes, brings: files.map(({ sha256 }) => sha256) },
        shows,
      );
      this.write(session, ask, { operation: 'update', store, orgId, id: row.id, data, seen: row, files });
    }
  }

  /** What a very old app has left in the queue before it was updated. */
  leaveOldChanges(device: TabState['device'], userId: number): void {
    const timestamp = this.world.now - 86_400_000;
    const leave = (store: Written, endpoint: string, data: Readonly<Record<string, unknown>>, jobMark: string | null): void => {
      const n = this.next();
      const mark = `old${n}`;
      const full = { ...data, [NAME_FIELD[store]]: `${mark}|left` };
      const item = { id: `${timestamp + n}-${device.name}`, timestamp: timestamp + n, endpoint, method: 'POST', data: full, retryCount: 0 };
      device.db.tables.syncQueue.set(item.id, item as unknown as SyncItem);
      const ask = this.oracle.ask({ device, userId, store, operation: 'create', mark, orgId: 1, data: full, jobMark });
      ask.state = 'kept';
    };
    const job = [...this.world.server.orgOf(1).tables.jobs.values()][0]?.row;
    leave('customers', '/api/organizations/1/customers', {}, null);
    leave('jobEntries', `/api/jobs/${job?.id}/entries`, { organizationId: 1, serviceTypeId: 4, date: '2025-06-13' }, markOf('jobs', job));
  }

  /** Items of this device that wait for a decision of the person using it. */
  undecided({ tab }: Session): SyncItem[] {
    return shownRows(tab.device.db, tab.device.open, 'syncQueue').filter(
      ({ userId, status }) => userId === tab.userId && status === 'attention',
    );
  }

  /** A person decides about a change that was refused. `isLast`: they have tried enough. */
  attend(session: Session, item: SyncItem, isLast: boolean): void {
    const { random } = this.world;
    const { tab, engine } = session;
    const mark = this.oracle.markOfItem(tab.device, item) ?? '';
    const ways: Record<string, readonly string[]> = {
      conflict: ['resolve', 'resolve', 'resolve', 'discard'],
      rejected: ['fix', 'fix', 'retry', 'discard'],
      'parent-gone': ['move', 'move', 'discard'],
      deleted: ['recreate', 'discard', 'retry'],
      'job-closed': ['move', 'retry', 'discard'],
      'no-access': ['retry', 'discard'],
      'server-bug': ['retry'],
      old: ['retry', 'retry', 'discard'],
    };
    const way = isLast ? 'discard' : random.pick(ways[item.reason ?? ''] ?? ['discard']);
    this.world.say(
      () => `${tab.name}: user ${String(tab.userId)} decides to ${way} ${item.id} (${item.operation} ${mark}, ${String(item.reason)})`,
    );
    this.oracle.decided.add(item.id);
    this.run(this.way(session, item, mark, way, engine));
  }

  private async way(session: Session, item: SyncItem, mark: string, way: string, engine: Engine): Promise<void> {
    const { tab } = session;
    const jobs = this.shown(tab, 'jobs', item.orgId).filter((row) => row['status'] === 'open');
    const job = this.some(jobs);
    switch (way) {
      case 'retry':
        await retryChange(engine, item.id);
        return;
      case 'resolve': {
        const mine = new Set((item.conflict?.fields ?? []).filter(() => this.world.random.isHit(0.5)).map(({ field }) => field));
        for (const { field, theirs, mine: own } of item.conflict?.fields ?? []) {
          this.oracle.know(tab.device, item.userId, mark, field, theirs);
          if (mine.has(field)) {
            this.oracle.choose(mark, field, own);
          } else {
            this.give(tab, mark, field);
          }
        }
        await resolveChange(engine, item.id, mine);
        return;
      }
      case 'fix': {
        const seen = this.oracle.lookAtItem(tab.device, item);
        if (!seen) {
          // The screen offers no form for what it cannot show.
          return;
        }
        const data =
          item.store === 'jobEntries' ? { totalHours: this.next() } : { [NAME_FIELD[item.store as Written]]: `${mark}|v${this.next()}` };
        for (const [field, value] of Object.entries(data)) {
          this.give(tab, mark, field);
          this.oracle.know(tab.device, item.userId, mark, field, value);
        }
        await editChange(engine, item.id, data, { seen });
        return;
      }
      case 'word':
        await this.reword(session, item, mark);
        return;
      case 'move':
        if (job && item.store === 'jobEntries' && item.operation !== 'remove') {
          this.noteMove(tab, mark, job.id);
          await moveChange(engine, item.id, job.id);
        }
        return;
      case 'recreate':
        if (item.store === 'customers' || item.store === 'jobEntries') {
          this.oracle.mayBeMade.set(mark, (this.oracle.mayBeMade.get(mark) ?? 1) + 1);
          this.oracle.remade.add(`${mark}·${item.userId}`);
          this.decide(tab, 1);
          await recreateRecord(engine, item.id, RECREATED[item.store]).finally(() => this.decide(tab, -1));
        }
        return;
      default: {
        this.decide(tab, 1);
        const withThem = await dependentChanges(engine, item.id);
        await discardChanges(engine, [item.id, ...withThem.map(({ id }) => id)]).finally(() => this.decide(tab, -1));
      }
    }
  }

  /** New content for a waiting change: from now on this is what its user wants. */
  private async reword({ tab, engine }: Session, item: SyncItem, mark: string): Promise<void> {
    const seen = this.oracle.lookAtItem(tab.device, item);
    if (!seen) {
      return;
    }
    const field = { customers: 'address', jobs: 'name', runs: 'notes', jobEntries: 'totalHours' }[item.store as Written];
    const n = this.next();
    const data = { [field]: field === 'totalHours' ? n : field === NAME_FIELD[item.store as Written] ? `${mark}|v${n}` : `v${n}` };
    const store = item.store as Written;
    const ask = this.oracle.ask({
      device: tab.device,
      userId: item.userId,
      store,
      operation: 'update',
      mark,
      orgId: item.orgId,
      data,
      jobMark: null,
      rowId: seen.id,
      isInPlace: true,
    });
    ask.state = (await editChange(engine, item.id, data, { seen })) ? 'kept' : 'failed';
    this.world.say(() => `${tab.name}: ${item.id} now says ${JSON.stringify(data)}: ${ask.state}`);
  }

  /** A person looks at what waits, and reconsiders some of it. */
  reconsider(session: Session): void {
    const { random } = this.world;
    const { tab, engine } = session;
    const item = this.some(shownRows(tab.device.db, tab.device.open, 'syncQueue').filter(({ userId }) => userId === tab.userId));
    if (!item || !isWritten(item.store)) {
      return;
    }
    const mark = this.oracle.markOfItem(tab.device, item) ?? '';
    const way = random.pick(item.operation === 'remove' ? ['discard', 'retry'] : ['word', 'word', 'discard', 'retry', 'move']);
    this.world.say(
      () => `${tab.name}: user ${String(tab.userId)} would rather ${way} ${item.id} (${item.operation} ${mark}, ${item.status})`,
    );
    this.oracle.decided.add(item.id);
    this.run(this.way(session, item, mark, way, engine));
  }
}
