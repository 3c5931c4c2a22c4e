import { backupCommand } from '#server/backup/commands/backup.ts';
import { backupsCommand } from '#server/backup/commands/backups.ts';
import { restoreCommand } from '#server/backup/commands/restore.ts';
import { createSay, type Say, wordsOf } from '#server/log.ts';
import { restored } from '#server/restored.ts';
import { serve } from '#server/serve.ts';

/** What the program can do besides serving, by the command after its name. */
const COMMANDS: Readonly<Record<string, (say: Say) => Promise<void>>> = {
  backup: backupCommand,
  backups: backupsCommand,
  restore: restoreCommand,
  restored,
};

const explain = (error: unknown): string => {
  if (!(error instanceof Error)) {
    return String(error);
  }
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return `${error.message}. Another program listens there: stop it, or set PORT to another number.`;
  }
  return process.env['LOG_LEVEL'] === 'debug' ? (error.stack ?? error.message) : wordsOf(error);
};

const sayOn = (stream: NodeJS.WriteStream): Say =>
  createSay({ isTerminal: stream.isTTY, write: (text) => stream.write(text), now: () => new Date() });

/** The requested command; none (options at most) means serving. */
const chosen = (word: string): ((say: Say) => Promise<void>) => {
  const known = COMMANDS[word];
  if (known === undefined && word !== '' && !word.startsWith('--')) {
    throw new Error(`There is no command ${word}. There are: ${Object.keys(COMMANDS).join(', ')}; without one Headland starts.`);
  }
  return known ?? serve;
};

const [word = ''] = process.argv.slice(2);

const run = async (): Promise<void> => chosen(word)(sayOn(process.stdout));

run().catch((error: unknown) => {
  sayOn(process.stderr)(`Headland could not ${word in COMMANDS ? `do “${word}”` : 'start'}.\n${explain(error)}`, 'fatal');
  process.exit(1);
});
