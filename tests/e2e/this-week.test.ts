import { expect } from 'vitest';
import { contract } from '#shared/contract.ts';
import { localDate } from '#shared/lib/dates.ts';
import { expectNoSidewaysScroll } from '../support/browser.ts';
import { shoot } from '../support/looks.ts';
import { settle } from '../support/offline-app.ts';
import { oneAtAPush } from '../support/proof-size.ts';
import { started, test } from './fixtures.ts';

// The overview's week holds the totals of a strong season: thousands, in each language, in its narrowest columns.

test.beforeAll(started);

test.for(oneAtAPush(['en-US', 'de-DE', 'es-ES'], 'this week'))(
  'totals of four digits stand in one line, each in its place: %s',
  async (locale, { server, visit }) => {
    const boss = await server.owner();
    const { jobId, serviceTypeId } = await settle(boss);
    const body = { serviceTypeId, date: localDate(new Date()), totalHours: 1234.75, fuel: 12_845.25, loads: 2480 };
    await boss.ok(contract.jobEntries.create, { params: { id: jobId }, body });
    const { page, open } = await visit(boss, locale);
    await open('/dashboard');
    const totals = page.locator('dl').first();
    await totals.waitFor();
    for (const width of [390, 1024, 360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
      const cells = await totals.locator('> div').evaluateAll((all) =>
        all.map((cell) => {
          const text = document.createRange();
          text.selectNodeContents(cell.querySelector('dd') ?? cell);
          const [place, written] = [cell.getBoundingClientRect(), text.getBoundingClientRect()];
          return { top: place.top, left: place.left, right: place.right, isInside: written.right <= place.right };
        }),
      );
      expect(cells).toHaveLength(3);
      // In one line, each number within its cell; and of the rules only the first lies outside, where it is not drawn.
      expect(new Set(cells.map(({ top }) => top)).size, `${width}`).toBe(1);
      expect(
        cells.every(({ isInside }) => isInside),
        `${width}`,
      ).toBe(true);
      const frame = await totals.evaluate((list) => (list.parentElement ?? list).getBoundingClientRect().toJSON() as DOMRect);
      expect(cells[0]?.left ?? 0).toBeLessThan(frame.left);
      expect(Math.max(...cells.map(({ right }) => right))).toBeLessThanOrEqual(frame.right + 0.5);
      await totals.scrollIntoViewIfNeeded();
      await shoot(page, `week-${locale}-${width}`);
    }
  },
);
