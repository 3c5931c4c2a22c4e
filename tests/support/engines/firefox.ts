import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../program.ts';
import { type Driver, driverOn, type Send, textOf } from './driver.ts';
import { startGroup, until } from './processes.ts';

/** Firefox with long-term support, as Debian has it. */
const FIREFOX = process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr';

const PREFERENCES = {
  // Any free one: it writes which into the profile.
  'marionette.port': 0,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'app.update.disabledForTesting': true,
  'browser.startup.homepage_override.mstone': 'ignore',
  'intl.locale.requested': 'en-US',
  'intl.accept_languages': 'en-US, en',
};

/** Marionette: each message is its length, a colon, and a JSON list. https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html */
const marionetteOn = (socket: Socket): Send => {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let held = Buffer.alloc(0);
  let last = 0;
  const hear = (message: unknown): void => {
    if (Array.isArray(message)) {
      const [, id, error, result] = message as [number, number, { message: string } | null, unknown];
      const asked = waiting.get(id);
      waiting.delete(id);
      if (error) {
        asked?.reject(new Error(`Firefox: ${error.message}`));
      } else {
        asked?.resolve(result);
      }
    }
  };
  socket.on('data', (chunk: Buffer) => {
    held = Buffer.concat([held, chunk]);
    for (let colon = held.indexOf(':'); colon > 0; colon = held.indexOf(':')) {
      const end = colon + 1 + Number(held.subarray(0, colon).toString());
      if (held.length < end) {
        return;
      }
      hear(JSON.parse(held.subarray(colon + 1, end).toString()));
      held = held.subarray(end);
    }
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    for (const { reject } of waiting.values()) {
      reject(new Error('Firefox has gone.'));
    }
    waiting.clear();
  });
  const ask = (name: string, parameters: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      const text = JSON.stringify([0, last, `WebDriver:${name}`, parameters]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  return async (command, parameters) => {
    const answer = await ask(command, command.startsWith('Execute') ? { ...parameters, sandbox: null } : parameters);
    return typeof answer === 'object' && answer !== null && 'value' in answer ? answer.value : answer;
  };
};

/** Starts Firefox without a window, with a profile of its own. */
export const openFirefox = async (): Promise<Driver> => {
  const profile = await mkdtemp(join(tmpdir(), 'headland-firefox-'));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const firefox = startGroup(FIREFOX, ['-headless', '-no-remote', '-profile', profile, '--marionette', '--width=1280', '--height=900'], {
    // What it would keep outside of its profile.
    HOME: profile,
    LANG: 'en_US.UTF-8',
    MOZ_DISABLE_AUTO_SAFE_MODE: '1',
  });
  const port = await until('Firefox', firefox, async () => Number(await textOf(join(profile, 'MarionetteActivePort'))) || undefined);
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const send = marionetteOn(socket);
  await send('NewSession' as never, { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
  return driverOn('Firefox', send, async () => {
    socket.destroy();
    await firefox.end();
    await removeFolder(profile);
  });
};
