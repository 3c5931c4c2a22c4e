import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fieldValueIssues } from '#shared/domain/entry-values.ts';
import { columnOf } from '#shared/domain/system-fields.ts';
import { seasonOf } from '#shared/lib/dates.ts';
import { PROFILES } from '#demo/companies.ts';
import { generateOrganization } from '#demo/generate-organization.ts';
import type { DemoEntry, DemoOrganization } from '#demo/organization.ts';

const TODAY = '2026-09-18';
/** Also days on which a year or a month begins or a leap year bites. */
const DAYS = [TODAY, '2026-01-01', '2028-02-29', '2026-12-31'];

const hashOf = (data: unknown): string => createHash('sha256').update(JSON.stringify(data)).digest('hex');

const all = (seed: number, today: string): DemoOrganization[] => PROFILES.map((profile) => generateOrganization(seed, today, profile));

const organizations = all(7, TODAY);
const [halvorsen] = organizations as [DemoOrganization, DemoOrganization, DemoOrganization];

const heldBy = (entry: DemoEntry, column: ReturnType<typeof columnOf>, name: string): unknown => {
  switch (column) {
    case null:
      return entry.customFieldValues[name];
    case 'equipmentIds':
      return entry.machines[0];
    case 'operatorIds':
      return entry.operators[0];
    default:
      return entry[column];
  }
};

const hoursByDay = (entries: readonly DemoEntry[], placesOf: (entry: DemoEntry) => readonly number[]): number[] => {
  const hours = new Map<string, number>();
  for (const entry of entries) {
    for (const place of placesOf(entry)) {
      const key = `${place}/${entry.date}`;
      hours.set(key, (hours.get(key) ?? 0) + entry.totalHours);
    }
  }
  return [...hours.values()];
};

describe('the made-up data', () => {
  test('are the same for the same seed and day, down to the pictures', () => {
    expect(hashOf(all(7, TODAY))).toBe(hashOf(organizations));
  });

  test('differ with the seed and with the day', () => {
    const hashes = [organizations, all(8, TODAY), all(7, '2026-09-19')].map(hashOf);
    expect(new Set(hashes).size).toBe(3);
  });

  test('contain as many records as promised', () => {
    const counts = organizations.map(({ customers, jobs, entries }) => [customers.length, jobs.length, entries.length]);
    expect(counts).toEqual([
      [100, 400, 10_000],
      [12, 30, 300],
      [12, 30, 300],
    ]);
    expect(halvorsen.jobs.filter(({ status }) => status === 'open')).toHaveLength(40);
    expect(halvorsen.machines).toHaveLength(50);
    expect(halvorsen.photos).toHaveLength(44);
    expect(new Set(organizations.flatMap(({ photos }) => photos.map(({ name }) => name))).size).toBe(60);
    for (const { machines, employees } of organizations) {
      expect(new Set(machines.map(({ unitNumber }) => unitNumber)).size).toBe(machines.length);
      const emails = employees.flatMap(({ email }) => email ?? []);
      expect(new Set(emails).size).toBe(emails.length);
    }
    const share = (is: (entry: DemoEntry) => boolean) => halvorsen.entries.filter(is).length / halvorsen.entries.length;
    expect(share(({ notes }) => notes !== null)).toBeCloseTo(0.12, 1);
    expect(share(({ photos }) => photos.length > 0)).toBeCloseTo(0.04, 2);
  });

  test('contain one owner and people of every level who can sign in', () => {
    for (const { employees } of organizations) {
      expect(employees.map(({ level }) => level).filter((level) => level === 'owner')).toEqual(['owner']);
    }
    const levels = halvorsen.employees.filter(({ joinedAt }) => joinedAt !== null).map(({ level }) => level);
    expect([...new Set(levels)].sort()).toEqual(['admin', 'advanced', 'basic', 'employee', 'manager', 'owner']);
  });

  test('have a whole year behind them on whatever day they are made', () => {
    for (const today of DAYS) {
      for (const { entries, jobs, seasonStartDate } of all(3, today)) {
        const dates = entries.map(({ date }) => date).sort();
        expect(dates.at(-1)?.localeCompare(today)).toBeLessThanOrEqual(0);
        const yearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`;
        expect(dates[0]?.localeCompare(yearAgo)).toBeGreaterThanOrEqual(0);
        expect(entries.every((entry) => entry.season === seasonOf(entry.date, seasonStartDate))).toBe(true);
        // What is open is near today.
        const open = new Set(jobs.flatMap(({ status }, place) => (status === 'open' ? [place] : [])));
        const monthAgo = new Date(Date.parse(today) - 31 * 86_400_000).toISOString().slice(0, 10);
        expect(entries.filter(({ job, date }) => open.has(job) && date < monthAgo)).toEqual([]);
      }
    }
  });

  test('follow the season: planting in spring, hay in summer, grain in fall', () => {
    const shareWithin = (name: string, from: number, to: number) => {
      const service = halvorsen.services.findIndex((candidate) => candidate.name === name);
      const months = halvorsen.entries.filter((entry) => entry.service === service).map(({ date }) => Number(date.slice(5, 7)));
      return months.filter((month) => month >= from && month <= to).length / months.length;
    };
    expect(shareWithin('Planting', 4, 6)).toBeGreaterThan(0.85);
    expect(shareWithin('Baling', 5, 9)).toBeGreaterThan(0.85);
    expect(shareWithin('Harvesting', 7, 11)).toBeGreaterThan(0.85);
  });
});

describe.each(organizations)('$name', ({ fields, services, machines, employees, customers, jobs, entries, photos }) => {
  // Faults are gathered and looked at once: an assertion for each of 10,000 entries takes longer than the entries.
  test('each entry fills what its service requires, with values that the server would take', () => {
    const faults = entries.flatMap((entry) => {
      const service = services[entry.service];
      const offered = new Set((service?.fields ?? []).map((place) => fields[place]?.name));
      const missing = (service?.required ?? []).flatMap((place) => {
        const field = fields[place];
        return field && heldBy(entry, columnOf(field), field.name) !== undefined && heldBy(entry, columnOf(field), field.name) !== null
          ? []
          : [`${service?.name} without ${field?.name}`];
      });
      const unknown = Object.keys(entry.customFieldValues).filter((name) => !offered.has(name));
      return [...missing, ...unknown, ...fieldValueIssues(fields, entry.customFieldValues).map(({ message }) => message)];
    });
    expect(faults).toEqual([]);
    expect(services.filter(({ required }) => required.length < 3)).toEqual([]);
  });

  test('operators and machines of an entry can do its service, and nobody works around the clock', () => {
    const faults = entries.filter(({ service, operators, machines: used, totalHours, billableHours }) => {
      const { equipmentCount = 0, allowMultipleOperators = false } = services[service] ?? {};
      const areAble =
        operators.every((place) => employees[place]?.isOperator && employees[place].skills.includes(service)) &&
        used.every((place) => machines[place]?.services.includes(service));
      const areDistinct = new Set(operators).size === operators.length && new Set(used).size === equipmentCount;
      const areFew = operators.length === 1 || (operators.length === 2 && allowMultipleOperators);
      const isMeasured = totalHours > 0 && Number.isInteger(totalHours * 4) && (billableHours ?? 0) <= totalHours;
      return !(areAble && areDistinct && areFew && isMeasured);
    });
    expect(faults).toEqual([]);
    expect(Math.max(...hoursByDay(entries, (entry) => entry.operators))).toBeLessThanOrEqual(18);
    expect(Math.max(...hoursByDay(entries, (entry) => entry.machines))).toBeLessThanOrEqual(24);
  });

  test('things happen in a possible order', () => {
    const untimely = entries.filter(({ job, at, by, correction }, place) => {
      const { at: madeAt = Infinity, changes = [] } = jobs[job] ?? {};
      const lastAt = correction?.at ?? at;
      const isLogged = madeAt < at && (employees[by]?.joinedAt ?? Infinity) < at && (entries[place - 1]?.at ?? 0) <= at;
      return !(isLogged && at <= lastAt && lastAt < (changes[0]?.at ?? Infinity));
    });
    expect(untimely).toEqual([]);
    const early = jobs.filter(({ at, customer, changes }) => {
      const [completed, billed] = changes;
      return !(
        (customers[customer]?.at ?? Infinity) < at &&
        at < (completed?.at ?? Infinity) &&
        (completed?.at ?? 0) <= (billed?.at ?? Infinity)
      );
    });
    expect(early).toEqual([]);
  });

  test('its photos are pictures of 320 by 240 points', () => {
    for (const { bytes, name } of photos) {
      expect(bytes.subarray(1, 4).toString()).toBe('PNG');
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([320, 240]);
      const start = bytes.indexOf('IDAT');
      const pixels = inflateSync(bytes.subarray(start + 4, start + 4 + bytes.readUInt32BE(start - 4)));
      expect(pixels).toHaveLength(240 * 321);
      expect(new Set(pixels).size).toBeGreaterThan(20);
      expect(name).toBe(`${createHash('sha256').update(bytes).digest('hex')}.png`);
    }
  });
});
