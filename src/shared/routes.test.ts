import { expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { routesOf } from '#shared/route.ts';
import { routes } from '#shared/routes.ts';

test('the routes of browsers are those of the contract; `npm run routes` writes them again', () => {
  expect({ ...routes }).toStrictEqual(routesOf(contract));
});
