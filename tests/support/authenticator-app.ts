import { Secret, TOTP } from 'otpauth';

/** What an app on a phone shows for this secret at this moment. */
export const codeOf = (secret: string, at: number): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
