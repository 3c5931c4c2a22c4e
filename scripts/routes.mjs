// `npm run routes`: writes the part of the contract that browsers use, src/shared/routes.ts and src/shared/kinds/derived.ts. Run it after
// adding or changing a call or a field.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { root, run } from './lib.mjs';

const ROUTES = 'src/shared/routes.ts';
const KINDS = 'src/shared/kinds/derived.ts';

const ROUTES_HEAD = `// Written by \`npm run routes\` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

/** Where every call of the API goes: what of the contract is in the browser, which takes the rest for its types only. */
export const routes: RoutesOf<Contract> = {
`;

const KINDS_HEAD = `// Written by \`npm run routes\` from the schemas; src/shared/derive-kinds.test.ts holds it there.
import type { Entity } from './registry.ts';
`;

const [{ module: shared }, { module: route }, { module: kinds }] = await Promise.all(
  ['contract', 'route', 'derive-kinds'].map((name) => runnerImport(join(root, `src/shared/${name}.ts`))),
);
const groups = Object.entries(route.routesOf(shared.contract)).map(([group, calls]) => {
  const lines = Object.entries(calls).map(([name, each]) => `    ${name}: ${JSON.stringify(each)},\n`);
  return `  ${group}: {\n${lines.join('')}  },\n`;
});
writeFileSync(join(root, ROUTES), `${ROUTES_HEAD}${groups.join('')}};\nexport type { Contract };\n`);

const table = (says, name, type, value) => `\n/** ${says} */\nexport const ${name}: ${type} = ${JSON.stringify(value)};\n`;
writeFileSync(
  join(root, KINDS),
  [
    KINDS_HEAD,
    table(
      'Which kind of record a field names, by its id or a list of ids.',
      'REFERENCES',
      'Readonly<Record<string, Entity>>',
      kinds.references(),
    ),
    table(
      'A new record of each kind that devices keep, as nobody has filled it in yet.',
      'BLANKS',
      'Readonly<Record<string, object>>',
      kinds.blanks(),
    ),
  ].join(''),
);
await run(process.execPath, [join(root, 'node_modules/oxfmt/bin/oxfmt'), ROUTES, KINDS]);
