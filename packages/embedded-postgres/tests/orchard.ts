import { type Machine, thisMachine } from '../src/machine.ts';
import type { Program } from '../src/program.ts';

/** A program with another name: everything that the package says and creates has to use it. */
export const ORCHARD: Program = {
  name: 'Orchard',
  key: 'orchard',
  folderSetting: 'ORCHARD_DIR',
  serverSetting: 'ORCHARD_SERVER',
};

export const orchardMachine = (): Machine => thisMachine(ORCHARD);
