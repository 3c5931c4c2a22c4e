import { hostname } from 'node:os';
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusal } from '#shared/lib/errors.ts';

export interface OwnNames {
  readonly publicUrl: string | null;
  /** The address or name that the program listens on. */
  readonly host: string;
  /** Names from the settings. */
  readonly allowedHosts: readonly string[];
}

/** The name in a `Host` header, without its port; undefined if it is none. */
const nameIn = (host: string): string | undefined => {
  const [, address, name] = /^(?:\[([\da-f:.]+)\]|([^:[\]/@?#\s]+))(?::\d{1,5})?$/i.exec(host) ?? [];
  return (address ?? name)?.toLowerCase().replace(/\.$/, '');
};

/**
 * Whether a `Host` header is a name of this installation. Every address is: a page that was loaded by another name never sends one, because
 * the browser puts its own address there (DNS rebinding needs a name). So probes, containers and shed networks keep working (decision
 * 0038).
 */
export const knowsHost = ({ publicUrl, host, allowedHosts }: OwnNames): ((host: string) => boolean) => {
  const machine = hostname().toLowerCase();
  const names = new Set(
    [host, ...allowedHosts, ...(publicUrl === null ? [] : [new URL(publicUrl).hostname]), machine, `${machine}.local`].map((name) =>
      name.toLowerCase(),
    ),
  );
  return (given) => {
    const name = nameIn(given);
    return name !== undefined && (isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost') || names.has(name));
  };
};

/**
 * Refuses requests that were not meant for this installation: a page of another site can make its own name resolve here. The name that a
 * proxy reports (`X-Forwarded-Host`) has to be one of ours as well, because clients can write it if the proxy passes it on.
 */
export const registerHosts = (app: FastifyInstance, names: OwnNames): void => {
  const isOurs = knowsHost(names);
  app.addHook('onRequest', async (request: FastifyRequest, reply) => {
    if (request.routeOptions.config.anyHost === true) {
      return;
    }
    for (const host of new Set([request.headers.host ?? '', request.host])) {
      if (!isOurs(host)) {
        // Without the echo it is no verdict on a change that waits in a device: that stays there until the name is right.
        reply.removeHeader('idempotency-key');
        throw refusal('misdirected', 'nameNotOfThisInstallation');
      }
    }
  });
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Reveals nothing about anyone, and is requested by machines that have names of their own for this one. */
    anyHost?: boolean;
  }
}
