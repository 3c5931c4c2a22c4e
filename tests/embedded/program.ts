import process from 'node:process';
import { EmbeddedError } from '#server/db/embedded/embedded-error.ts';
import { thisMachine, type Machine } from '#server/db/embedded/machine.ts';
import { startEmbedded } from '#server/db/embedded/start-embedded.ts';

/*
 * A program with the embedded database and nothing else, for tests that kill it or run it as somebody else. Arguments: the folder, and what the
 * machine is to be like. It prints one JSON object a line and ends with its standard input, or when it is told to.
 */
const print = (event: object): void => {
  process.stdout.write(`${JSON.stringify(event)}\n`);
};

const [dataDir = '', machine = '{}'] = process.argv.slice(2);
// As the program does: a signal to everybody is for it to handle, in its own time.
process.on('SIGINT', () => print({ interrupted: true }));

try {
  const given = JSON.parse(machine) as Partial<Machine>;
  const database = await startEmbedded({ dataDir, say: (said) => print({ said }), durable: false }, { ...thisMachine(), ...given });
  print({ url: database.url });
  process.stdin.resume().once('end', () => {
    void database.stop().then(() => process.exit(0));
  });
} catch (error) {
  print({ refused: error instanceof EmbeddedError ? error.message : String(error) });
  process.exit(1);
}
