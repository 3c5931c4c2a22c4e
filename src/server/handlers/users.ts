import { AppError } from '#shared/lib/errors.ts';
import { hashPassword, passwordMatches } from '#server/auth/passwords.ts';
import { findAccount, insertAccount, toUser } from '#server/data/accounts.ts';
import { claimMemberships } from '#server/commands/claim-memberships.ts';
import type { Handlers } from '#server/handlers/types.ts';

export const userHandlers: Handlers['users'] = {
  current: async (ctx) => ctx.user,
  login: async (ctx, { body }) => {
    const counters = [
      ['signInOfAccount', body.email.toLowerCase()],
      ['signInFromAddress', ctx.clientAddress],
    ] as const;
    await ctx.limits.reserve(...counters);
    const account = await findAccount(ctx.db, body.email);
    if (!(await passwordMatches(account?.passwordHash ?? null, body.password)) || !account) {
      throw new AppError('wrong_credentials', 'Wrong email or password');
    }
    await ctx.limits.release(...counters);
    await ctx.db.transaction(async (db) => {
      // An employee who was marked as a user while the account was being made has missed it, and it him (decisions §3).
      if (account.emailVerified) {
        await claimMemberships(db, account);
      }
      await ctx.session.start(db, account.id);
    });
    return toUser(account);
  },
  register: async (ctx, { body }) => {
    await ctx.limits.reserve(['registrationFromAddress', ctx.clientAddress]);
    const passwordHash = await hashPassword(body.password);
    return ctx.db.transaction(async (db) => {
      const account = await insertAccount(db, {
        email: body.email,
        // Without mail nobody can be asked to verify: the program listens on one machine or a trusted network (decisions §3).
        emailVerified: true,
        passwordHash,
        firstName: body.firstName ?? null,
        lastName: body.lastName ?? null,
      });
      await claimMemberships(db, account);
      await ctx.session.start(db, account.id);
      return toUser(account);
    });
  },
  logout: async (ctx) => {
    await ctx.session.end();
    return undefined;
  },
};
