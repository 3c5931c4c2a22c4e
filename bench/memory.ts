import type { Call } from './calls.ts';
import { residentMb } from './processes.ts';
import type { RunningProgram } from './program.ts';
import { newKey } from './recording.ts';
import { type Found, number } from './report.ts';
import { inLanes, keepAlive, send } from './requests.ts';
import { median } from './statistics.ts';

const SAMPLES = 24;
/** Memory in the last third as a multiple of that in the first. */
const GROWTH = 1.15;
/** Resident memory of the server's process after ten minutes of load. */
const MOST_MB = 150;

/**
 * Sends a mix of the calls and watches the server's memory. The goals compare the median of the last third with that of the first: a single
 * moment says little, because the engine collects garbage when it likes. What it needs once, at its first requests, is not counted as growth.
 */
export const watchMemory = async (
  program: RunningProgram,
  calls: readonly Call[],
  { ms, lanes }: { ms: number; lanes: number },
): Promise<Found> => {
  const agent = keepAlive(lanes);
  const mixed = calls.filter(({ name }) => name !== 'signIn');
  const samples: number[] = [];
  let count = 0;
  const load = async (during: number): Promise<void> => {
    const stretch = await inLanes(lanes, during, async (place) => {
      const call = mixed[place % mixed.length];
      if (!call) {
        return;
      }
      const { status, body } = await send(program.origin, agent, call.request(place % call.variants, newKey()));
      if (status >= 300) {
        throw new Error(`${call.title}: answered ${status}: ${body.toString().slice(0, 500)}`);
      }
    });
    count += stretch.count;
  };
  try {
    await load(ms / 10);
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      await load(ms / SAMPLES);
      samples.push(residentMb(program.pid));
    }
  } finally {
    agent.destroy();
  }
  const third = SAMPLES / 3;
  const [first, last] = [median(samples.slice(0, third)), median(samples.slice(-third))];
  const minutes = number(ms / 60_000, 1);
  const range = `${Math.round(Math.min(...samples))}–${Math.round(Math.max(...samples))} MB`;
  const text = `Memory of the server over ${count} mixed requests: ${Math.round(first)} MB in the first third, ${Math.round(last)} MB in the last (${range}).`;
  return {
    text,
    goals: [
      { text: 'Memory: in the last third ÷ in the first', wanted: GROWTH, figure: last / first },
      { text: `Memory of the server after ${minutes} min of load, MB`, wanted: MOST_MB, figure: last },
    ],
  };
};
