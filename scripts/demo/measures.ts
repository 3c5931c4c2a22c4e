import type { Measure } from '#demo/profile.ts';

const perHour = (from: number, to: number, step: number): Measure => ({ from, to, step, perHour: true });

/** Gallons or litres per hour. */
export const fuel = (from: number, to: number): Measure => perHour(from, to, 0.1);

/** Acres or hectares per hour. */
export const acres = (from: number, to: number): Measure => perHour(from, to, 0.5);

/** Loads, bales and other counts per hour. */
export const loads = (from: number, to: number): Measure => perHour(from, to, 1);
