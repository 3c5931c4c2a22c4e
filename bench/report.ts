import { middle, type Measured, ratio, type Round, together } from './measure.ts';
import type { Spread } from './statistics.ts';

export const number = (value: number, digits: number): string => (Number.isFinite(value) ? value.toFixed(digits) : '–');
export const spread = ({ middle: value, least, most }: Spread): string =>
  Number.isFinite(value) ? `${number(value, 2)} (${number(least, 2)}–${number(most, 2)})` : '–';

/** A Markdown table; the first column is text, the others are figures. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, place) => (place === 0 ? '---' : '---:')), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const limitOf =
  (name: string) =>
  ({ limits }: Round) =>
    limits[name];
const costOf = (name: string) => (round: Round) => {
  const cost = limitOf(name)(round);
  return cost ? together(cost) : Number.NaN;
};
const ofProgram = ({ program }: Round): number => together(program);

/** CPU of the program and its database, as a multiple of the same statements through the driver. */
export const toDriver = ({ rounds }: Measured): Spread => ratio(rounds, ofProgram, costOf('driver'));
const toPassword = ({ rounds }: Measured): Spread => ratio(rounds, ofProgram, costOf('argon2'));
/** CPU of the server's process alone, as a multiple of the bare server's. */
const toHttp = ({ rounds }: Measured): Spread =>
  ratio(
    rounds,
    ({ program }) => program.process,
    ({ limits }) => limits['http']?.process ?? Number.NaN,
  );
/** What any server would need at least: the statements, the bytes and, to sign in, the password's hash. */
const toAll = ({ rounds }: Measured): Spread =>
  ratio(
    rounds,
    ofProgram,
    (round) => costOf('driver')(round) + (round.limits['http']?.process ?? Number.NaN) + (round.limits['argon2']?.process ?? 0),
  );
/** A hand-made list on the same database, as a share of the program; both with HTTP and PostgreSQL. */
const ofHandMade = ({ rounds }: Measured): Spread => ratio(rounds, costOf('json'), ofProgram);
const toSqlite = ({ rounds }: Measured): Spread => ratio(rounds, ({ limits }) => limits['sqlite']?.process ?? Number.NaN, ofProgram);
const driverToSqlite = ({ rounds }: Measured): Spread =>
  ratio(rounds, ({ limits }) => limits['sqlite']?.process ?? Number.NaN, costOf('driver'));

/** What the program does: one line per call. */
export const programTable = (measured: readonly Measured[]): string =>
  table(
    ['call', 'KB', 'statements', 'a second', 'p50 ms', 'p99 ms', 'server CPU ms', 'database CPU ms', 'together ms'],
    measured.map(({ call, bytes, statements, p50, p99, rounds }) => [
      call.title,
      number(bytes / 1024, 1),
      statements === null ? '–' : String(statements),
      number(
        middle(rounds, ({ program }) => program.perSecond),
        0,
      ),
      number(p50, 1),
      number(p99, 1),
      number(
        middle(rounds, ({ program }) => program.process),
        2,
      ),
      number(
        middle(rounds, ({ program }) => program.database),
        2,
      ),
      number(middle(rounds, ofProgram), 2),
    ]),
  );

/** The same as multiples of the limits, with the minimum and maximum of the rounds. */
export const ratioTable = (measured: readonly Measured[]): string =>
  table(
    [
      'call',
      '÷ driver alone',
      '÷ bare HTTP (server only)',
      '÷ all limits',
      'hand-made JSON ÷ program',
      'SQLite ÷ program',
      'SQLite ÷ driver alone',
    ],
    measured.map((one) => [
      one.call.title,
      one.call.limit === 'argon2' ? `${spread(toPassword(one))} of argon2` : spread(toDriver(one)),
      spread(toHttp(one)),
      spread(toAll(one)),
      spread(ofHandMade(one)),
      spread(toSqlite(one)),
      spread(driverToSqlite(one)),
    ]),
  );

/** The limits themselves. */
export const limitTable = (measured: readonly Measured[]): string =>
  table(
    [
      'call',
      'driver a second',
      'driver CPU ms',
      'its database CPU ms',
      'bare HTTP a second',
      'bare HTTP CPU ms',
      'SQLite a second',
      'SQLite CPU ms',
      'argon2 CPU ms',
    ],
    measured.map(({ call, rounds }) => {
      const of = (name: string, what: 'process' | 'database' | 'perSecond', digits: number) =>
        number(
          middle(rounds, ({ limits }) => limits[name]?.[what] ?? Number.NaN),
          digits,
        );
      return [
        call.title,
        of('driver', 'perSecond', 0),
        of('driver', 'process', 2),
        of('driver', 'database', 2),
        of('http', 'perSecond', 0),
        of('http', 'process', 3),
        of('sqlite', 'perSecond', 0),
        of('sqlite', 'process', 3),
        of('argon2', 'process', 1),
      ];
    }),
  );

/** A goal and its outcome. */
export interface Goal {
  readonly text: string;
  readonly wanted: number;
  /** Default: at most. */
  readonly atLeast?: boolean;
  readonly figure: number;
}

/** What a part of the bench found: its words, and its goals. */
export interface Found {
  readonly text: string;
  readonly goals: readonly Goal[];
}

/** `met`, `NOT met`, or that nothing could be measured: a missing figure meets no goal. */
export const verdict = ({ wanted, atLeast = false, figure }: Goal): string => {
  if (!Number.isFinite(figure)) {
    return 'not measured';
  }
  return (atLeast ? figure >= wanted : figure <= wanted) ? 'met' : 'NOT met';
};

const NOTHING = { middle: Number.NaN };

/** Calls that may cost at most this multiple of their own statements through the driver. */
const WITHIN_OF_DRIVER = 1.5;
const OF_DRIVER = ['ofJob', 'page', 'smallPage', 'search', 'summary', 'changes', 'create'];
/** Shares of SQLite's in-process speed, without HTTP, by CPU time. */
const OF_SQLITE: readonly (readonly [call: string, share: number])[] = [
  ['ofJob', 0.35],
  ['summary', 0.3],
  ['search', 0.6],
];
const PAGE_OF_HAND_MADE = 0.65;

/** The goals of the calls. */
export const goalsOf = (measured: readonly Measured[]): Goal[] => {
  const find = (name: string) => measured.find(({ call }) => call.name === name);
  const goal = (
    name: string,
    text: string,
    wanted: number,
    figure: (one: Measured) => { readonly middle: number },
    atLeast = false,
  ): Goal => {
    const one = find(name);
    return { text: `${one?.call.title ?? name}: ${text}`, wanted, atLeast, figure: (one ? figure(one) : NOTHING).middle };
  };
  return [
    ...OF_DRIVER.map((name) => goal(name, 'CPU ÷ driver alone', WITHIN_OF_DRIVER, toDriver)),
    goal('page', 'CPU of a hand-made page ÷ ours', PAGE_OF_HAND_MADE, ofHandMade, true),
    ...OF_SQLITE.map(([name, share]) => goal(name, 'CPU of SQLite in the process ÷ ours', share, toSqlite, true)),
  ];
};

export const goalTable = (goals: readonly Goal[]): string =>
  table(
    ['goal', 'wanted', 'measured', ''],
    goals.map((goal) => [goal.text, `${goal.atLeast === true ? '≥' : '≤'} ${goal.wanted}`, number(goal.figure, 2), verdict(goal)]),
  );
