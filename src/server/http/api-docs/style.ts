/** The stylesheet of `/api/docs`. Its colors are those of the app's `tokens.css`; it is also served when the API runs without the app. */
export const DOCS_STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(oklch(0.968 0.008 135), oklch(0.18 0.02 163));
  --surface: light-dark(oklch(1 0 0), oklch(0.222 0.024 163));
  --sunk: light-dark(oklch(0.944 0.011 138), oklch(0.265 0.027 162));
  --line: light-dark(oklch(0.875 0.014 145), oklch(0.335 0.028 162));
  --ink: light-dark(oklch(0.235 0.032 162), oklch(0.965 0.01 130));
  --ink2: light-dark(oklch(0.405 0.03 160), oklch(0.84 0.018 145));
  --act: light-dark(oklch(0.385 0.085 157), oklch(0.8 0.12 152));
  --hedge: light-dark(oklch(0.285 0.05 163), oklch(0.155 0.02 163));
  --rape: oklch(0.885 0.178 102);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0;
  background: var(--ground);
  color: var(--ink);
  font: 400 1rem/1.55 'Atkinson Hyperlegible Next Variable', 'Atkinson Hyperlegible Next', system-ui, sans-serif;
  overflow-wrap: anywhere;
}
a { color: var(--act); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
.bar {
  position: sticky;
  top: 0;
  z-index: 1;
  display: flex;
  flex-wrap: wrap;
  gap: 0 1.25rem;
  padding: 0 1rem;
  background: var(--hedge);
}
.bar a { padding: 0.625rem 0; color: oklch(0.975 0.01 130); }
.bar .brand { margin-right: auto; font-weight: 700; text-decoration: none; }
.bar :focus-visible { outline-color: var(--rape); outline-offset: -3px; }
main { max-width: 78rem; margin: 0 auto; padding: 1.25rem 1rem 6rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 1.5rem 0 0; padding: 0; list-style: none; }
nav a {
  display: block;
  padding: 0.5rem 0.75rem;
  border: 1px solid var(--line);
  border-radius: 0.625rem;
  background: var(--surface);
  text-decoration: none;
}
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; }
h1 { margin: 0 0 0.5rem; font-size: 1.875rem; }
h2 { margin: 3rem 0 0.75rem; padding-bottom: 0.375rem; border-bottom: 3px solid var(--rape); font-size: 1.5rem; }
h3 { margin: 0 0 0.5rem; font-size: 1.125rem; }
h4 { margin: 1rem 0 0.25rem; font-size: 1rem; }
p { margin: 0.5rem 0; max-width: 72ch; }
section ul { max-width: 72ch; padding-left: 1.25rem; }
code, pre { font: 0.9em/1.5 ui-monospace, 'Cascadia Mono', 'Liberation Mono', monospace; }
pre {
  margin: 0.5rem 0;
  padding: 0.75rem;
  border-radius: 0.625rem;
  background: var(--sunk);
  white-space: pre-wrap;
}
small, i, .type { color: var(--ink2); font-style: normal; font-size: 0.9375rem; }
.card { margin: 1rem 0; padding: 1rem; border: 1px solid var(--line); border-radius: 0.875rem; background: var(--surface); }
.card:target, :target > .card:first-child { border-color: var(--act); box-shadow: 0 0 0 2px var(--act); }
dl { margin: 0.25rem 0; }
dl > div { padding: 0.5rem 0; border-top: 1px solid var(--line); }
dl > div:first-child { border-top: 0; }
dl > div:target { background: var(--sunk); }
dt { font-weight: 600; }
dt i { font-weight: 400; }
dd { margin: 0; }
summary { padding: 0.5rem 0; cursor: pointer; color: var(--act); }
.index { max-width: none; padding: 0; list-style: none; }
.index li { padding: 0.375rem 0; }
.index code { color: var(--ink2); }
.address { margin: 0.25rem 0; }
.method {
  display: inline-block;
  min-width: 4.75rem;
  padding: 0.0625rem 0.5rem;
  border-radius: 0.375rem;
  font-size: 0.8125rem;
  font-weight: 700;
  text-align: center;
  color: light-dark(oklch(0.385 0.095 245), oklch(0.86 0.075 238));
  background: light-dark(oklch(0.945 0.03 238), oklch(0.3 0.055 245));
}
.method.post, .method.put {
  color: light-dark(oklch(0.38 0.09 152), oklch(0.86 0.115 152));
  background: light-dark(oklch(0.945 0.045 150), oklch(0.3 0.055 155));
}
.method.patch {
  color: light-dark(oklch(0.4 0.08 72), oklch(0.88 0.085 84));
  background: light-dark(oklch(0.95 0.04 84), oklch(0.31 0.045 78));
}
.method.delete {
  color: light-dark(oklch(0.43 0.16 28), oklch(0.865 0.068 25));
  background: light-dark(oklch(0.945 0.026 25), oklch(0.315 0.08 26));
}
@media (min-width: 64rem) {
  main { display: grid; grid-template-columns: 14rem minmax(0, 1fr); gap: 0 2.5rem; }
  main > div { grid-column: 2; }
  main > nav { grid-column: 1; grid-row: 1 / 3; position: sticky; top: 4rem; align-self: start; max-height: calc(100vh - 5rem); overflow-y: auto; }
  nav ul { display: block; margin: 0; }
  nav a { padding: 0.375rem 0.5rem; border: 0; background: none; }
  nav a:hover { text-decoration: underline; }
  .bar a[href='#contents'] { display: none; }
  dl > div { display: grid; grid-template-columns: 14rem minmax(0, 1fr); gap: 1rem; }
}
@media print {
  .bar, nav { display: none; }
  .card { break-inside: avoid-page; }
}
`;
