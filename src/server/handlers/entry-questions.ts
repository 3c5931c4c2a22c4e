import { askAboutEntry, withdrawQuestion } from '#server/commands/ask-about-entry.ts';
import type { Handlers } from '#server/handlers/types.ts';

export const entryQuestionHandlers: Handlers['entryQuestions'] = {
  ask: (ctx, { params, body }) => askAboutEntry(ctx, params.id, body),
  withdraw: (ctx, { params }) => withdrawQuestion(ctx, params.id),
};
