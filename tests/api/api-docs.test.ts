import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Html, html, prose } from '#server/http/api-docs/html.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { operations } from './samples.ts';

let testApp: TestApp;
let page: string;

beforeAll(async () => {
  testApp = await createTestApp();
  page = (await get('/api/docs')).body;
});

afterAll(() => testApp.close());

const get = (url: string, headers: Record<string, string> = {}) => testApp.app.inject({ method: 'GET', url, headers });
const all = (pattern: RegExp): string[] => [...page.matchAll(pattern)].map(([, found]) => found ?? '');

describe('the page that shows the API', () => {
  test('is public, under a policy as strict as the app’s', async () => {
    const answer = await get('/api/docs');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toBe(String((await get('/api/health')).headers['content-security-policy']));
    expect(policy).not.toContain('unsafe');
  });

  test('runs nothing, and contains nothing that the policy would block', () => {
    expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:/i);
    // Nothing of it comes from elsewhere, so that it is there without the internet.
    expect(all(/(?:src|href)="((?:https?:)?\/\/[^"]*)"/g)).toEqual([]);
  });

  test('shows every call and every schema, each at an address of its own', async () => {
    const ids = all(/\sid="([^"]+)"/g);
    expect(new Set(ids).size).toBe(ids.length);
    expect(operations.map(({ id }) => id).filter((id) => !ids.includes(id))).toEqual([]);
    const document = (await get('/api/openapi.json')).json<{ components: { schemas: object } }>();
    expect(Object.keys(document.components.schemas).filter((name) => !ids.includes(`schema-${name}`))).toEqual([]);
  });

  test('leads nowhere that is not there', () => {
    const ids = new Set(all(/\sid="([^"]+)"/g));
    const links = all(/href="#([^"]+)"/g);
    expect(links.length).toBeGreaterThan(500);
    expect(links.filter((link) => !ids.has(link))).toEqual([]);
  });

  test.each(['/api/docs', '/api/docs.css', '/api/openapi.json'])('%s is sent once to each browser', async (url) => {
    const first = await get(url);
    expect(first.headers['cache-control']).toBe('no-cache');
    const again = await get(url, { 'if-none-match': String(first.headers['etag']) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await get(url, { 'if-none-match': '"another"' })).body).toBe(first.body);
  });
});

describe('HTML', () => {
  const tight = ({ text }: Html): string => text.replace(/\s*\n\s*/g, '');

  test('made from text is that text', () => {
    const text = `<b onclick="x('&')">`;
    const escaped = '&lt;b onclick=&quot;x(&#39;&amp;&#39;)&quot;&gt;';
    expect(html`<p title="${text}">${text}${7}</p>`.text).toBe(`<p title="${escaped}">${escaped}7</p>`);
    expect(html`${new Html('<i>')}${[new Html('<b>'), html`${'<'}`]}`.text).toBe('<i><b>&lt;');
  });

  test('of prose has code and lists', () => {
    expect(tight(prose('One `<a>` two.\n\n- `x` first\n- second'))).toBe(
      '<p>One <code>&lt;a&gt;</code> two.</p><ul><li><code>x</code> first</li><li>second</li></ul>',
    );
    expect(tight(prose('- only'))).toBe('<ul><li>only</li></ul>');
  });
});
