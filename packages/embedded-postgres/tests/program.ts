import { ORCHARD } from './orchard.ts';
import { runProgram } from './run-program.ts';

await runProgram({ program: ORCHARD });
