// `npm run routes`: writes the part of the contract that browsers use, src/shared/routes and src/shared/kinds/derived.ts. Run it after
// adding or changing a call or a field.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { root, run } from './lib.mjs';

const ROUTES = 'src/shared/routes';
const KINDS = 'src/shared/kinds/derived.ts';

const WRITTEN = '// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.\n';

const GROUP_HEAD = `${WRITTEN}import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';
`;

const KINDS_HEAD = `// Written by \`npm run routes\` from the schemas; src/shared/derive-kinds.test.ts holds it there.
import type { Entity } from './registry.ts';
`;

const [{ module: shared }, { module: route }, { module: kinds }] = await Promise.all(
  ['contract', 'route', 'derive-kinds'].map((name) => runnerImport(join(root, `src/shared/${name}.ts`))),
);
const groups = Object.entries(route.routesOf(shared.contract));
const fileOf = (group) => `${group.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
// `implements` is a reserved word: a name for the outside only.
const nameOf = (group) => `${group}Routes`;

rmSync(join(root, ROUTES), { recursive: true, force: true });
mkdirSync(join(root, ROUTES));
for (const [group, calls] of groups) {
  const lines = Object.entries(calls).map(([name, each]) => `  ${name}: ${JSON.stringify(each)},\n`);
  const content = `${GROUP_HEAD}\nexport const ${nameOf(group)}: RoutesOf<Contract>['${group}'] = {\n${lines.join('')}};\n`;
  writeFileSync(join(root, ROUTES, fileOf(group)), content);
}
const exported = groups.map(([group]) => `export { ${nameOf(group)} as ${group} } from '#shared/routes/${fileOf(group)}';\n`);
writeFileSync(join(root, ROUTES, 'all.ts'), `${WRITTEN}${exported.join('')}`);

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
