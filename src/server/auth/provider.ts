import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
} from 'openid-client';
import { type Identified, type Provider, ProviderProblem, type ProviderProblemKind } from '#server/ports/identity.ts';
import type { ProviderSettings } from '#server/env.ts';

/** A sign-in waits for it with a person in front of the screen. */
const TIMEOUT_SECONDS = 5;

/** A server that does not say which methods it accepts takes the secret in the header (OpenID Connect Discovery, section 3). */
const secretAuthentication = (secret: string): ClientAuth => {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...rest) => {
    const taken = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (taken.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
};

const isNetwork = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && 'code' in error && error.code === 'OAUTH_TIMEOUT');

const kindOf = (error: unknown): ProviderProblemKind => {
  if (error instanceof AuthorizationResponseError) {
    return error.error === 'access_denied' ? 'cancelled' : 'provider-refused';
  }
  if (error instanceof ResponseBodyError) {
    return error.error === 'invalid_grant' ? 'sign-in-stale' : 'provider-refused';
  }
  return isNetwork(error) ? 'provider-down' : 'provider-refused';
};

const wordsOf = (error: unknown): string => {
  if (!(error instanceof Error)) {
    return String(error);
  }
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
};

const asProblem = (kind: ProviderProblemKind | null) => (error: unknown) => {
  throw new ProviderProblem(kind ?? kindOf(error), wordsOf(error));
};

type Claims = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);

/** Some servers write the claim as text. */
const isVerified = (claims: Claims): boolean => claims['email_verified'] === true || claims['email_verified'] === 'true';

/** How a provider reports two factors, or one that counts as two (RFC 8176; Entra ID says `mfa`, Okta and Keycloak the others). */
const STRONG = new Set(['mfa', 'otp', 'hwk', 'swk', 'sc', 'fido', 'pop', 'face', 'fpt']);

const isStrong = ({ amr }: Claims): boolean => Array.isArray(amr) && amr.some((method) => STRONG.has(String(method)));

const momentOf = (seconds: unknown): number | null => (typeof seconds === 'number' ? seconds * 1000 : null);

/**
 * The external identity provider over OpenID Connect: authorization code, PKCE, nonce, and a check of the id token's signature. Its
 * metadata and keys are fetched again for each sign-in, so that rotated keys and moved addresses take effect at once, and a provider that
 * is down is noticed before a browser is sent there.
 */
export const createProvider = ({ issuer, clientId, clientSecret }: ProviderSettings): Provider => {
  const authentication = clientSecret === null ? None() : secretAuthentication(clientSecret);
  const discover = async (): Promise<Configuration> => {
    const configuration = await discovery(new URL(issuer), clientId, undefined, authentication, {
      timeout: TIMEOUT_SECONDS,
      // The settings allow plain HTTP to this machine only.
      execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
    });
    enableNonRepudiationChecks(configuration);
    return configuration;
  };
  const reach = () => discover().catch(asProblem('provider-down'));

  return {
    begin: async (redirectUri, { asksAgain }) => {
      const configuration = await reach();
      const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
      const address = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // The first for providers that look at nothing else, the second so that the answer says when the user was asked.
        ...(asksAgain ? { prompt: 'login', max_age: '0' } : {}),
      });
      return { address: address.href, state, nonce, verifier };
    },
    finish: async (callback, { state, nonce, verifier }): Promise<Identified> => {
      const configuration = await reach();
      const work = async () => {
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
        const tokens = await authorizationCodeGrant(configuration, callback, checks);
        const idClaims = tokens.claims();
        if (!idClaims || tokens.id_token === undefined) {
          throw new Error('There is no id token.');
        }
        const isComplete = idClaims['email'] !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined;
        const claims: Claims = isComplete ? idClaims : await fetchUserInfo(configuration, tokens.access_token, idClaims.sub);
        return {
          issuer: idClaims.iss,
          subject: idClaims.sub,
          email: textOf(claims['email']),
          emailVerified: isVerified(claims),
          firstName: textOf(claims['given_name']) ?? textOf(claims['name']),
          lastName: textOf(claims['family_name']),
          idToken: tokens.id_token,
          isStrong: isStrong(idClaims),
          authenticatedAt: momentOf(idClaims.auth_time),
        };
      };
      return work().catch(asProblem(null));
    },
    endAddress: async (idToken, returnTo) => {
      const configuration = await discover().catch(() => null);
      return configuration?.serverMetadata().end_session_endpoint === undefined
        ? null
        : buildEndSessionUrl(configuration, { id_token_hint: idToken, post_logout_redirect_uri: returnTo }).href;
    },
  };
};
