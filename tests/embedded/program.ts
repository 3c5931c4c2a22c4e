import { carryRows } from '#server/db/copy/carry-rows.ts';
import { HEADLAND } from '#server/db/embedded.ts';
import { runProgram } from '../../packages/embedded-postgres/tests/run-program.ts';

await runProgram({ program: HEADLAND, carryRows });
