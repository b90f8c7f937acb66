import { readHostSettings } from '#src/config/settings.ts';
import { exitCodes, exitOf } from '#src/domain/model/exit-codes.ts';
import { errorMessage } from '#src/http/describe-error.ts';
import { hostMeasurements, subscribe } from '#src/telemetry/measurements.ts';
import { runHost } from './host.ts';
import { hostLog } from './log.ts';

/** Resolves with the signal, or when the site that started this process ends and its channel closes. */
const stopRequested = new Promise<string>((resolve) => {
  process.once('SIGTERM', resolve).once('SIGINT', resolve);
  process.once('disconnect', () => resolve('parent exited'));
});

/**
 * Exit codes: 0 stopped by a signal, 1 failed to start or stop, 3 an invalid setting, or a database or directory that
 * cannot be used, 6 an unreachable database. The site that started it gets the reason too.
 */
async function main(): Promise<number> {
  try {
    const settings = readHostSettings(process.env);
    // The site shows these measurements together with its own.
    if (settings.metrics)
      for (const type of hostMeasurements)
        subscribe(type, (measurement) => process.send?.({ type, measurement }));
    await runHost(settings, hostLog(settings.logLevel), stopRequested, ({ origin }) => {
      process.send?.({ type: 'listening', origin });
      // The site ends a host that hangs. A message to a site that has ended would fail.
      setInterval(() => process.connected && process.send?.({ type: 'alive' }), 5000).unref();
    });
    return 0;
  } catch (error) {
    const log = hostLog('info');
    // No request is in progress, so the message contains no personal data.
    const message = errorMessage(error);
    const exit = exitOf(error);
    const event = exit === 'invalid' ? 'settings-invalid' : 'host-failed';
    log.error({ event, message, ...(exit === 'unexpected' && { error }) });
    await new Promise((sent) => {
      if (process.send) process.send({ type: 'failed', message }, sent);
      else sent(undefined);
    });
    return exitCodes[exit];
  }
}

void main().then((exitCode) => process.exit(exitCode));
