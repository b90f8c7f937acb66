import { apiClient } from '#src/api-client/api-client.ts';
import { checkDirectory } from '#src/config/readiness.ts';
import { settings } from '#src/config/settings.ts';
import { rateLimitStore } from '#src/limits/rate-limiter.ts';
import { submissionRepository } from '#src/submissions/repository.ts';
import { NotReadyError, type ReadinessChecks } from './health.ts';

/** The API host responds, and what this site and its API host store can be written. */
export function readinessChecks(): ReadinessChecks {
  const { dataDir, databaseUrl, apiHostSecret, redisUrl } = settings();
  return {
    apiHost: async () => {
      // Without its secret the API host is not ours: it has only the calls of section 7. Ours says first what fails.
      const details = apiHostSecret === undefined ? {} : await hostHealth();
      await apiClient().listCompanies();
      return details;
    },
    submissions: async () => {
      if (databaseUrl === undefined) await checkDirectory(dataDir);
      return { schema: await submissionRepository().checkDatabase() };
    },
    // While Redis does not respond, each process counts by itself: that is no reason to send visitors elsewhere.
    ...(redisUrl !== undefined && {
      rateLimits: async () => ({ countedIn: await rateLimitStore() }),
    }),
  };
}

/** What our API host says of its data. */
async function hostHealth(): Promise<object> {
  const { isReady, message, ...details } = await apiClient().checkHealth();
  if (!isReady) throw new NotReadyError(`the API host: ${message}`, details);
  return details;
}
