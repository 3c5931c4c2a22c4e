import { routes } from '#shared/routes.ts';
import type { SeqEvent } from '#shared/domain/live.ts';
import { pageLife } from '#client/offline/browser/page-life.ts';

const PATH = routes.live.events.path;
// A glance at another tab should not reconnect; a phone in a pocket should.
const HIDDEN_MS = 30_000;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 5 * 60_000;
const NOBODY_SIGNED_IN = 401;
/** 404: this server has no live events. */
const FINAL = new Set([NOBODY_SIGNED_IN, 404]);

/** What reports the page's state; the browser's own except in tests. */
export interface Surroundings {
  readonly isVisible: () => boolean;
  readonly isOnline: () => boolean;
  /** Calls when either may have changed. Returns a function that stops it. */
  readonly watch: (onChange: () => void) => () => void;
  readonly open: (path: string) => EventSource;
  /** The status that the server answers now; null if it does not answer. An EventSource does not say why it was refused. */
  readonly status: (path: string) => Promise<number | null>;
}

const thisPage: Surroundings = {
  isVisible: () => document.visibilityState === 'visible',
  // A page that is put away hears nothing, and its open connection would keep the browser from restoring it.
  isOnline: () => navigator.onLine && !pageLife().isAway(),
  watch: (onChange) => {
    const unwatch = pageLife().watch({ onLeave: onChange, onReturn: onChange });
    document.addEventListener('visibilitychange', onChange);
    window.addEventListener('online', onChange);
    window.addEventListener('offline', onChange);
    return () => {
      unwatch();
      document.removeEventListener('visibilitychange', onChange);
      window.removeEventListener('online', onChange);
      window.removeEventListener('offline', onChange);
    };
  },
  open: (path) => new EventSource(path),
  status: (path) =>
    fetch(path, { method: 'HEAD', redirect: 'error', cache: 'no-store', signal: AbortSignal.timeout(FIRST_WAIT_MS * 2) }).then(
      ({ status }) => status,
      () => null,
    ),
};

interface Listeners {
  /** Something changed in an organization; the changes say what. */
  readonly onSeq: (event: SeqEvent) => void;
  /** Listening (again): earlier events are not repeated, so fetch what changed. */
  readonly onOpen: () => void;
  /** Not listening (at the moment). */
  readonly onClosed: () => void;
  /** The session has ended. */
  readonly onSignedOut: () => void;
}

export interface Live {
  /** Tries again after a refusal, because someone signed in. */
  readonly again: () => void;
  readonly stop: () => void;
}

/** The event's content, or null if it is not one of ours. */
const readSeq = (data: unknown): SeqEvent | null => {
  try {
    const { organizationId, seq } = Object(JSON.parse(String(data))) as Partial<SeqEvent>;
    return Number.isInteger(organizationId) && Number.isInteger(seq) ? ({ organizationId, seq } as SeqEvent) : null;
  } catch {
    return null;
  }
};

/**
 * Listens for other people's changes while the page is visible and online. After a failure it reconnects by itself, with growing pauses;
 * after a refusal (401, 404) it waits for `again`.
 */
export const listenLive = ({ onSeq, onOpen, onClosed, onSignedOut }: Listeners, page: Surroundings = thisPage): Live => {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT_MS;
  let isOpen = false;
  let isRefused = false;
  let isStopped = false;

  const notify = (opened: boolean): void => {
    if (opened !== isOpen) {
      isOpen = opened;
      (opened ? onOpen : onClosed)();
    }
  };
  const later = (ms: number, work: () => void): void => {
    clearTimeout(timer);
    timer = setTimeout(work, ms);
  };
  const close = (): void => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
    notify(false);
  };
  /** The browser will not try again: finds out whether to do so. */
  const giveUp = async (): Promise<void> => {
    close();
    const status = await page.status(PATH);
    // The page may have been hidden and shown again since.
    if (!source && !isStopped) {
      isRefused = status !== null && FINAL.has(status);
      if (status === NOBODY_SIGNED_IN) {
        onSignedOut();
      }
      later(wait, follow);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  };
  const open = (): void => {
    const mine = page.open(PATH);
    source = mine;
    mine.addEventListener('open', () => {
      wait = FIRST_WAIT_MS;
      notify(true);
    });
    mine.addEventListener('seq', ({ data }: MessageEvent<unknown>) => {
      const event = readSeq(data);
      if (event) {
        onSeq(event);
      }
    });
    mine.addEventListener('error', () => {
      notify(false);
      if (mine.readyState === mine.CLOSED) {
        void giveUp();
      }
    });
  };
  /** Opens or closes, depending on the page's state. */
  const follow = (): void => {
    clearTimeout(timer);
    if (isStopped || isRefused || !page.isOnline()) {
      close();
    } else if (!page.isVisible()) {
      later(HIDDEN_MS, close);
    } else if (!source) {
      open();
    }
  };

  const unwatch = page.watch(follow);
  follow();
  return {
    again: () => {
      isRefused = false;
      follow();
    },
    stop: () => {
      isStopped = true;
      unwatch();
      close();
    },
  };
};
