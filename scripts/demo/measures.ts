import type { Measure } from '#demo/profile.ts';

const perHour = (from: number, to: number, step: number): Measure => ({ from, to, step, perHour: true });

/** Gallons or litres an hour. */
export const fuel = (from: number, to: number): Measure => perHour(from, to, 0.1);

/** Acres or hectares an hour. */
export const acres = (from: number, to: number): Measure => perHour(from, to, 0.5);

/** Loads, bales and other counts an hour. */
export const loads = (from: number, to: number): Measure => perHour(from, to, 1);
