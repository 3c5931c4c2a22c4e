import { afterEach, expect, test, vi } from 'vitest';
import { CATALOGUES } from '#client/app/catalogues.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test.each([
  ['en', 'en-US', ['Today', 'Yesterday', 'Sun, Jan 4', 'Wed, Dec 31, 2025', 'Wed, Jan 7']],
  ['de', 'de-DE', ['Heute', 'Gestern', 'So., 4. Jan.', 'Mi., 31. Dez. 2025', 'Mi., 7. Jan.']],
  ['es', 'es-MX', ['Hoy', 'Ayer', 'dom 4 de ene', 'mié, 31 de dic de 2025', 'mié 7 de ene']],
])('days above their entries, in %s: with the year where that is another', async (language, locale, heads) => {
  vi.stubGlobal('document', { documentElement: { lang: language } });
  vi.stubGlobal('navigator', { languages: [locale] });
  vi.stubGlobal('localStorage', { getItem: () => null });
  const [{ dayHead }, { loadWords }] = await Promise.all([
    import('#client/entities/job-entries/entry-days.ts'),
    import('#client/lib/texts.ts'),
  ]);
  await loadWords(CATALOGUES);
  const days = ['2026-01-06', '2026-01-05', '2026-01-04', '2025-12-31', '2026-01-07'];
  expect(days.map((day) => dayHead(day, '2026-01-06'))).toEqual(heads);
});
