import { setTimeout as rest } from 'node:timers/promises';

const MOST_REST_MS = 100;

/**
 * For long work in goes of a few milliseconds: called between two of them, it leaves the machine to others for `times` as long as the last
 * one took, so that their calls take hardly longer.
 */
export const giveWay = (times: number): (() => Promise<void>) => {
  let began = performance.now();
  return async () => {
    await rest(Math.min(MOST_REST_MS, (performance.now() - began) * times));
    began = performance.now();
  };
};
