import { expect, test } from 'vitest';
import { measuresOfWork } from '#shared/domain/work-measures.ts';

test.each([
  ['Mowing', ['area']],
  ['Hay raking', ['area']],
  ['Heu schwaden', ['area']],
  ['SÄEN', ['area']],
  ['Scheibenegge', ['area']],
  ['Pulverización', ['area']],
  ['Corn harvesting', ['area', 'loads']],
  ['Maisernte', ['area', 'loads']],
  ['Mähdrusch', ['area', 'loads']],
  ['Häckseln', ['area', 'loads']],
  ['Gülle ausbringen', ['area', 'loads']],
  ['Hauling', ['loads']],
  ['Acarreo de grano', ['loads']],
  ['Round baling', ['bales']],
  ['Ballen pressen', ['bales']],
  ['Empacado', ['bales']],
  ['Bale hauling', ['loads', 'bales']],
])('%s is counted in %j', (name, measures) => {
  expect(measuresOfWork(name)).toEqual(measures);
});

test.each(['', 'Snow removal', 'Traktor mit Fahrer', 'Pressure washing', 'constructor'])('%j tells nothing', (name) => {
  expect(measuresOfWork(name)).toBeUndefined();
});
