import { ApiError } from '#client/api/api-error.ts';
import type { ResponseOf } from '#shared/endpoint.ts';
import type { Route } from '#shared/route.ts';
import type { Contract } from '#shared/routes.ts';

type Upload = Contract['archives']['import'];

/**
 * Sends a file that is too large to be read into memory first, and reports the fraction sent. Answers and throws as `call` does. Does not
 * use `fetch`, which cannot report upload progress.
 */
export const upload = (route: Route<Upload>, file: Blob, onProgress: (sent: number) => void, signal: AbortSignal) =>
  new Promise<ResponseOf<Upload>>((resolve, reject) => {
    const key = crypto.getRandomValues(new Uint32Array(4)).join('-');
    const request = new XMLHttpRequest();
    const lost = () => reject(new TypeError());
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total));
    request.addEventListener('error', lost);
    request.addEventListener('abort', lost);
    request.addEventListener('load', () => {
      const { status, statusText, responseText } = request;
      // Only our own server echoes the key: a captive portal's page counts as no answer.
      if (request.getResponseHeader('idempotency-key') !== key) {
        lost();
      } else if (status >= 300) {
        reject(new ApiError(status, statusText, responseText));
      } else {
        resolve(JSON.parse(responseText) as ResponseOf<Upload>);
      }
    });
    signal.addEventListener('abort', () => request.abort());
    request.open(route.method, route.path);
    request.setRequestHeader('content-type', 'application/zip');
    request.setRequestHeader('idempotency-key', key);
    request.send(file);
  });
