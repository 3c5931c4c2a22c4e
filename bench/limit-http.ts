import { createServer } from 'node:http';
import type { BenchAnswer } from './requests.ts';
import { listen, serveWork } from './worker.ts';

/** The bare server's answers by path: the program's own answers, recorded. */
export type RecordedAnswers = Readonly<Record<string, BenchAnswer>>;

// Headers that each connection writes itself.
const OWN = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date', 'content-length']);

/** The limit of anything on Node: `node:http` alone, which reads the request and answers with ready bytes. */
serveWork(async (configuration) => {
  const answers = configuration as RecordedAnswers;
  const ready = new Map(
    Object.entries(answers).map(([path, { status, headers, body }]) => {
      const kept = Object.entries(headers).flatMap(([name, value]) =>
        value === undefined || OWN.has(name) ? [] : [[name, value] as const],
      );
      // Between processes a Buffer arrives as a plain array of bytes.
      const bytes = Buffer.from(body);
      return [path, { status, headers: { ...Object.fromEntries(kept), 'content-length': bytes.length }, bytes }] as const;
    }),
  );
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const answer = ready.get(request.url ?? '');
      response.writeHead(answer?.status ?? 404, answer?.headers);
      response.end(answer?.bytes);
    });
  });
  return { greeting: await listen(server) };
});
