import Database from 'libsql';
import { copyOrganization } from './sqlite-tables.ts';
import { type QuestionData, questionsOf } from './sqlite-questions.ts';
import { serveWork } from './worker.ts';

interface Configuration {
  readonly file: string;
  readonly databaseUrl: string;
  readonly organizationId: number;
  readonly data: QuestionData;
  readonly question: string;
  /** The file exists already, from an earlier question. */
  readonly isFilled: boolean;
}

/** The limit of any database: the same questions to SQLite in the process itself, every commit on disk before it returns. */
serveWork(async (configuration) => {
  const { file, databaseUrl, organizationId, data, question, isFilled } = configuration as Configuration;
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  if (!isFilled) {
    await copyOrganization(db, databaseUrl, organizationId);
  }
  const ask = questionsOf(db, data)[question];
  if (!ask) {
    throw new Error(`SQLite has no question ${question}`);
  }
  const version = (db.prepare('select sqlite_version() as version').get() as { version: string }).version;
  return {
    greeting: version,
    run: async (ms) => {
      const until = performance.now() + ms;
      let count = 0;
      for (; performance.now() < until; count += 1) {
        ask(count);
      }
      return count;
    },
  };
});
