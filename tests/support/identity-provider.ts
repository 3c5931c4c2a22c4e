import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Adapter, type AdapterPayload, Provider } from 'oidc-provider';

const CLIENT_SECRET = 'a secret between the two';

/** What the provider says of a person. */
export interface ProviderPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly given_name?: string;
  readonly family_name?: string;
}

/** A certified OpenID Connect provider (npm's oidc-provider) on a port of its own. Everyone who signs in there is `person`, at once. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly settings: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string | null };
  person: ProviderPerson;
  /** How it says that they showed who they are (`amr`); undefined: it does not. */
  methods: string[] | undefined;
  /** Signs with other keys from here on. */
  rotateKeys(): void;
  /** From here on the published keys are not those it signs with. */
  publishForeignKeys(): void;
  /** The next visitor is not asked: they turn back. */
  cancelNext(): void;
  /** It stops answering, or starts again. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** What a provider keeps, for as long as the test lasts; its own such thing warns that it is not for production. */
const keepIn = (rows: Map<string, AdapterPayload>) =>
  class implements Adapter {
    readonly kind: string;
    constructor(kind: string) {
      this.kind = kind;
    }
    upsert = async (id: string, payload: AdapterPayload) => void rows.set(`${this.kind}:${id}`, payload);
    find = async (id: string) => rows.get(`${this.kind}:${id}`);
    findByUid = async (uid: string) => [...rows.values()].find((row) => row.uid === uid);
    findByUserCode = async () => undefined;
    consume = async (id: string) => {
      const row = rows.get(`${this.kind}:${id}`);
      rows.set(`${this.kind}:${id}`, { ...row, consumed: Math.floor(Date.now() / 1000) });
    };
    destroy = async (id: string) => void rows.delete(`${this.kind}:${id}`);
    revokeByGrantId = async (grantId: string) => {
      for (const [key, row] of rows) {
        if (row.grantId === grantId) {
          rows.delete(key);
        }
      }
    };
  };

const newKey = () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' };
};

type Key = ReturnType<typeof newKey>;

const publicOf = ({ kty, n, e, kid, use, alg }: Record<string, unknown>) => ({ kty, n, e, kid, use, alg });

/** Starts it for an app at this origin. */
export const startIdentityProvider = async (appOrigin: string, { isPublicClient = false } = {}): Promise<IdentityProvider> => {
  const adapter = keepIn(new Map());
  const cookieKey = randomUUID();
  const clientId = `headland-${randomUUID()}`;
  let server: Server;
  let foreignKeys: Key | undefined;
  let isCancelled = false;
  let handle: (request: IncomingMessage, response: ServerResponse) => void;

  const providerWith = (issuer: string): Provider => {
    return new Provider(issuer, {
      adapter,
      jwks: { keys: [newKey()] },
      cookies: { keys: [cookieKey] },
      clients: [
        {
          client_id: clientId,
          redirect_uris: [`${appOrigin}/api/login/callback`],
          post_logout_redirect_uris: [`${appOrigin}/`],
          ...(isPublicClient ? { token_endpoint_auth_method: 'none' as const } : { client_secret: CLIENT_SECRET }),
        },
      ],
      claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...idp.person, sub }) }),
      ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
      renderError: (ctx, out) => {
        ctx.body = JSON.stringify(out);
      },
    });
  };

  const grantTo = async (provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (isCancelled) {
      isCancelled = false;
      await provider.interactionFinished(request, response, { error: 'access_denied', error_description: 'The person turned back.' });
      return;
    }
    const grant = new provider.Grant({ accountId: idp.person.sub, clientId });
    grant.addOIDCScope('openid email profile');
    const login = { accountId: idp.person.sub, ...(idp.methods ? { amr: idp.methods } : {}) };
    const result = { login, consent: { grantId: await grant.save() } };
    await provider.interactionFinished(request, response, result);
  };

  const use = (provider: Provider): void => {
    const callback = provider.callback();
    handle = (request, response) => {
      if (request.url === '/jwks' && foreignKeys) {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ keys: [publicOf(foreignKeys)] }));
      } else if (request.url?.startsWith('/interaction/')) {
        grantTo(provider, request, response).catch((error: unknown) => response.destroy(error as Error));
      } else {
        void callback(request, response);
      }
    };
  };

  const listen = async (port: number): Promise<number> => {
    server = createServer((request, response) => handle(request, response)).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };

  handle = (_request, response) => response.end();
  const port = await listen(0);
  const issuer = `http://127.0.0.1:${port}`;
  const idp: IdentityProvider = {
    issuer,
    settings: { issuer, clientId, clientSecret: isPublicClient ? null : CLIENT_SECRET },
    person: { sub: 'nobody' },
    methods: undefined,
    rotateKeys: () => use(providerWith(issuer)),
    publishForeignKeys: () => {
      foreignKeys = { ...newKey() };
    },
    cancelNext: () => {
      isCancelled = true;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
    start: async () => {
      await listen(port);
    },
  };
  use(providerWith(issuer));
  return idp;
};
