import { join } from 'node:path';
import process from 'node:process';
import { readSettings, type Settings } from '#server/env.ts';

/** The settings that this process was given. With `--demo` its data are separate from real work. */
export const readProcessSettings = (): { readonly settings: Settings; readonly isDemo: boolean } => {
  const isDemo = process.argv.includes('--demo');
  return { settings: readSettings(process.env, { defaultDataDir: isDemo ? join('data', 'demo') : 'data', isDemo }), isDemo };
};
