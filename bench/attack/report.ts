import { table } from '#bench/report.ts';
import { percentile } from '#bench/statistics.ts';
import type { Outcome } from './set-off.ts';

/** What others may notice of any bomb at most. */
export const GOALS = { p99Ms: 250, memoryMb: 600 };

/** An outcome in figures, as it is also written for machines. */
export interface Figures {
  readonly bomb: string;
  readonly finding: string | null;
  readonly seconds: number;
  readonly own: Readonly<Record<number, number>>;
  readonly requests: number;
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  /** p99 as a multiple of the idle value. */
  readonly toIdle: number;
  readonly mostMb: number;
  readonly load: number;
  /** Goals that were missed, in words; empty if all were met. */
  readonly misses: readonly string[];
}

const GOOD = 200;

const missesOf = ({ isServerAlive, refused, statuses, mostMb, latencies }: Outcome, p99: number): string[] => {
  const others = Object.entries(statuses).filter(([status]) => Number(status) !== GOOD);
  return [
    ...(isServerAlive ? [] : ['the server ended']),
    ...(p99 < GOALS.p99Ms || latencies.length === 0 ? [] : [`p99 ≥ ${GOALS.p99Ms} ms`]),
    ...(mostMb < GOALS.memoryMb ? [] : [`memory ≥ ${GOALS.memoryMb} MB`]),
    ...(others.length === 0 ? [] : [`others heard ${others.map(([status, times]) => `${times} × ${status}`).join(', ')}`]),
    ...refused,
  ];
};

/** The first outcome is that of an idle program. */
export const figuresOf = (outcomes: readonly Outcome[]): Figures[] => {
  const idle = percentile(outcomes[0]?.latencies ?? [], 0.99);
  return outcomes.map((outcome) => {
    const { bomb, latencies, seconds, own, mostMb, load } = outcome;
    const p99 = percentile(latencies, 0.99);
    return {
      bomb: bomb.name,
      finding: bomb.finding ?? null,
      seconds,
      own,
      requests: latencies.length,
      p50: percentile(latencies, 0.5),
      p99,
      worst: percentile(latencies, 1),
      toIdle: p99 / idle,
      mostMb,
      load,
      misses: missesOf(outcome, p99),
    };
  });
};

const said = (own: Figures['own']): string =>
  Object.entries(own)
    .map(([status, times]) => `${times} × ${status === '0' ? 'none' : status}`)
    .join(', ');

/** One line per bomb. */
export const attackTable = (figures: readonly Figures[]): string =>
  table(
    ['bomb', 'its own answers', 's', 'others’ requests', 'p50 ms', 'p99 ms', 'worst ms', 'p99 ÷ idle', 'memory MB', 'load', 'misses'],
    figures.map((one) => [
      one.finding === null ? one.bomb : `${one.bomb} (${one.finding})`,
      said(one.own),
      one.seconds.toFixed(0),
      String(one.requests),
      one.p50.toFixed(1),
      one.p99.toFixed(0),
      one.worst.toFixed(0),
      one.toIdle.toFixed(1),
      one.mostMb.toFixed(0),
      one.load.toFixed(1),
      one.misses.join('; '),
    ]),
  );

/** The last line: how many bombs others noticed. */
export const verdictOf = (figures: readonly Figures[]): string => {
  const missing = figures.filter(({ misses }) => misses.length > 0);
  const goals = `p99 below ${GOALS.p99Ms} ms, memory below ${GOALS.memoryMb} MB, everybody else served`;
  return missing.length === 0
    ? `Goals met by all ${figures.length} (${goals}).`
    : `Goals NOT met by ${missing.length} of ${figures.length} (${goals}): ${missing.map(({ bomb }) => bomb).join('; ')}.`;
};
