import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/** Set by people whom single letters get in the way of (WCAG 2.1.4), at the keys of the review desk. */
const KEYS_OFF = 'desk-keys-off';

/** After G, the next key says where to, if it comes soon. */
const GO_MS = 1_500;

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, select, textarea, [contenteditable], [role=menu]') !== null;

/** 1 to 9 open the rows (`addresses`), and G with a letter leads to `places`: never inside a field, a menu or a dialog. */
export const useOfficeKeys = (addresses: readonly string[], places: Readonly<Record<string, string>>): void => {
  const [, navigate] = useLocation();
  const latest = useRef({ addresses, places });
  useEffect(() => {
    latest.current = { addresses, places };
  });
  useEffect(() => {
    let goAt = Number.NEGATIVE_INFINITY;
    const handleKey = (event: KeyboardEvent) => {
      const isOurs =
        !(
          event.ctrlKey ||
          event.metaKey ||
          event.altKey ||
          event.shiftKey ||
          event.repeat ||
          event.defaultPrevented ||
          event.isComposing
        ) &&
        !isField(event.target) &&
        document.querySelector('dialog[open]') === null &&
        localStorage.getItem(KEYS_OFF) === null;
      const key = event.key.toLowerCase();
      const isAfterGo = performance.now() - goAt < GO_MS;
      goAt = isOurs && key === 'g' ? performance.now() : Number.NEGATIVE_INFINITY;
      const to = isOurs
        ? isAfterGo
          ? latest.current.places[key]
          : /^[1-9]$/.test(key)
            ? latest.current.addresses[Number(key) - 1]
            : undefined
        : undefined;
      if (to !== undefined) {
        event.preventDefault();
        navigate(to);
      }
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, [navigate]);
};
