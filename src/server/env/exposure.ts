import { isLoopback } from '#server/env/names.ts';

interface Reach {
  readonly host: string;
  readonly publicUrl: string | null;
  readonly allowedHosts: readonly string[];
  /** Whether a proxy in front of this program is trusted: it was put there to let others in. */
  readonly hasProxy: boolean;
}

/** The setting that makes the program reachable for other machines; undefined: none does. */
export const openedBy = ({ host, publicUrl, allowedHosts, hasProxy }: Reach): string | undefined => {
  if (!isLoopback(host)) {
    return `HOST=${host}`;
  }
  if (publicUrl !== null && !isLoopback(new URL(publicUrl).hostname)) {
    return `PUBLIC_URL=${publicUrl}`;
  }
  if (allowedHosts.some((name) => !isLoopback(name))) {
    return 'ALLOWED_HOSTS';
  }
  return hasProxy ? 'TRUST_PROXY' : undefined;
};

interface Exposure {
  readonly openedBy: string | undefined;
  readonly canVerify: boolean;
  readonly isDemo: boolean;
  readonly mayBeUnverified: boolean;
  readonly mayBePublicDemo: boolean;
}

/** Why an installation may not be opened to a network as it is, each with what to set; none: it may (specification 7.6). */
export const exposureProblems = (exposure: Exposure): string[] => {
  const { openedBy: opened } = exposure;
  if (opened === undefined) {
    return [];
  }
  return [
    ...(exposure.canVerify || exposure.mayBeUnverified
      ? []
      : [
          `${opened} opens Headland to a network, and nothing verifies e-mail addresses: whoever registers somebody's address first would get that person's access. ` +
            'Set SMTP_URL or OIDC_ISSUER. If you trust everybody in that network, set ALLOW_UNVERIFIED_ACCOUNTS=true.',
        ]),
    ...(exposure.isDemo && !exposure.mayBePublicDemo
      ? [
          `${opened} opens the demo to a network, and its password is known to everybody. ` +
            'Start it without that setting, or, if strangers may come in, set ALLOW_PUBLIC_DEMO=true.',
        ]
      : []),
  ];
};
