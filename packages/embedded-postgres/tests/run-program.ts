import process from 'node:process';
import { type CarryRows, EmbeddedError, type Machine, type Program, startEmbedded, thisMachine } from '../src/index.ts';

interface Owner {
  readonly program: Program;
  readonly carryRows?: CarryRows;
}

const print = (event: object): void => {
  process.stdout.write(`${JSON.stringify(event)}\n`);
};

/**
 * A program with the embedded database and nothing else, for tests that kill it or run it as another user. Arguments: the folder, and what
 * the machine is to be like. It prints one JSON object per line and ends with its standard input, or on request.
 */
export const runProgram = async (owner: Owner): Promise<void> => {
  const [dataDir = '', machine = '{}'] = process.argv.slice(2);
  // Like a real program: it handles signals to the whole group itself, in its own time.
  process.on('SIGINT', () => print({ interrupted: true }));
  try {
    const given = JSON.parse(machine) as Partial<Machine>;
    const database = await startEmbedded(
      { ...owner, dataDir, say: (said) => print({ said }), durable: false },
      { ...thisMachine(owner.program), ...given },
    );
    print({ url: database.url });
    process.stdin.resume().once('end', () => {
      void database.stop().then(() => process.exit(0));
    });
  } catch (error) {
    print({ refused: error instanceof EmbeddedError ? error.message : String(error) });
    process.exit(1);
  }
};
