import type { ProgramFolder } from './program.ts';
import { type Found, number } from './report.ts';
import { spreadOf } from './statistics.ts';

/** Seconds of processor time of the server's process from its start until it is ready. */
const WANTED = 1;

/** Starts the program a few times on the database that is there, and says how much processor time it takes until it is ready. */
export const measureStarts = async (folder: ProgramFolder, starts: number): Promise<Found> => {
  const cpu: number[] = [];
  const clock: number[] = [];
  for (let done = 0; done < starts; done += 1) {
    const began = performance.now();
    const program = await folder.start();
    clock.push((performance.now() - began) / 1000);
    cpu.push(program.startMs / 1000);
    await program.stop();
  }
  const { middle, least, most } = spreadOf(cpu);
  const text = `From the start of the server to ready, on the database of the season: ${number(middle, 2)} s of processor time of its process (${number(least, 2)}–${number(most, 2)} in ${starts} starts), ${number(spreadOf(clock).middle, 1)} s by the clock.`;
  return { text, goals: [{ text: 'Start to ready: CPU of the server, s', wanted: WANTED, figure: middle }] };
};
