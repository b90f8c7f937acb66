import type { Company } from '#src/domain/model/opening.ts';
import { log } from '#src/telemetry/logger.ts';
import { readWithFallback } from './api-client.ts';

/** Returns the companies; undefined, with a line in the log, if there is no copy of them either. Never rejects. */
export async function readCompanies(): Promise<readonly Company[] | undefined> {
  try {
    const { value } = await readWithFallback('listCompanies');
    return value;
  } catch (err) {
    log().warn({ event: 'companies-unavailable', err });
    return undefined;
  }
}
