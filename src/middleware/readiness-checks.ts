import { apiClient } from '#src/api-client/api-client.ts';
import { checkDirectory } from '#src/config/readiness.ts';
import { settings } from '#src/config/settings.ts';
import { rateLimitStore } from '#src/limits/rate-limiter.ts';
import { submissionRepository } from '#src/submissions/repository.ts';
import { NotReadyError, type ReadinessChecks } from './health.ts';

export function readinessChecks(): ReadinessChecks {
  const { dataDir, databaseUrl, apiHostSecret, redisUrl } = settings();
  return {
    apiHost: async () => {
      // An API host without our secret has only the calls of section 7. Ours reports what cannot be written, so it
      // comes first.
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
  if (!isReady) throw new NotReadyError(`the API host says: ${message}`, details);
  return details;
}
