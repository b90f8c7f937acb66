import { apiClient } from '#src/api-client/api-client.ts';
import { checkDirectory } from '#src/config/readiness.ts';
import { settings } from '#src/config/settings.ts';
import { rateLimitStore } from '#src/limits/rate-limiter.ts';
import { submissionRepository } from '#src/submissions/repository.ts';
import { NotReadyError, type ReadinessChecks } from './health.ts';

/** Checks that the API host responds, and that the data of this site and its API host can be written. */
export function readinessChecks(): ReadinessChecks {
  const { dataDir, databaseUrl, apiHostSecret, redisUrl } = settings();
  return {
    apiHost: async () => {
      // Without its secret the API host is not ours: it has only the calls of section 7. Our own host reports what cannot
      // be written, so it is called first.
      const details = apiHostSecret === undefined ? {} : await hostHealth();
      await apiClient().listCompanies();
      return details;
    },
    submissions: async () => {
      if (databaseUrl === undefined) await checkDirectory(dataDir);
      return { schema: await submissionRepository().checkDatabase() };
    },
    // While Redis does not respond, each process counts by itself: visitors need not be sent elsewhere.
    ...(redisUrl !== undefined && {
      rateLimits: async () => ({ countedIn: await rateLimitStore() }),
    }),
  };
}

async function hostHealth(): Promise<object> {
  const { isReady, message, ...details } = await apiClient().checkHealth();
  if (!isReady) throw new NotReadyError(`the API host: ${message}`, details);
  return details;
}
