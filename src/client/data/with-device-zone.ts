import { ApiError } from '#client/api/api-error.ts';
import { deviceZone } from '#client/data/today.ts';

/** Creates something with this device's time zone, or without one if the server does not know it: the zone may be newer than the server. */
export const withDeviceZone = async <T>(make: (zone: { readonly timeZone?: string }) => Promise<T>): Promise<T> => {
  try {
    return await make({ timeZone: deviceZone() });
  } catch (error) {
    if (error instanceof ApiError && error.issues.some(({ path }) => path === 'timeZone')) {
      return make({});
    }
    throw error;
  }
};
