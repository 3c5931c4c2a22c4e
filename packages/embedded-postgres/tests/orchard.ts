import { type Machine, thisMachine } from '../src/machine.ts';
import type { Program } from '../src/program.ts';

/** A program of no name but this one: what the package says and makes has to follow it. */
export const ORCHARD: Program = {
  name: 'Orchard',
  key: 'orchard',
  folderSetting: 'ORCHARD_DIR',
  serverSetting: 'ORCHARD_SERVER',
};

export const orchardMachine = (): Machine => thisMachine(ORCHARD);
