import { useState } from 'react';
import type { CallOf } from '#shared/endpoint.ts';
import type { Route } from '#shared/route.ts';
import type { Reading } from '#client/api/call.ts';
import { callFile, findFile } from '#client/api/other-calls.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { download } from '#client/lib/download.ts';
import { hasTabs, showInTab } from '#client/lib/show-file.ts';
import { type PlainText, t } from '#client/lib/texts.ts';

/** Shows a PDF of the server's where it can be read, printed and saved under its name; where there are no tabs, the system shows it. */
export const usePaper = (failed: PlainText) => {
  const notices = useNotices();
  const [isBusy, setBusy] = useState(false);
  const show = async <E extends Reading & { readonly response: 'file' }>(route: Route<E>, parts: CallOf<E>): Promise<void> => {
    setBusy(true);
    try {
      if (hasTabs()) {
        await showInTab(findFile(route, parts));
      } else {
        const { content, name } = await callFile(route, parts);
        download(content, name);
      }
    } catch (error) {
      notices.failure(t(failed), error);
    } finally {
      setBusy(false);
    }
  };
  return { show, isBusy };
};

/** Shows the paper that a call makes. */
export type ShowPaper = ReturnType<typeof usePaper>['show'];
