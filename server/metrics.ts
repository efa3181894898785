// Prometheus metrics at /metrics: the process (CPU, memory, event loop, garbage collection), its requests and failed logins, and
// the figures of site-metrics.ts.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { FailedLogin } from '#control/frame/ports/figures.ts'
import { printSite, type Site } from './site-metrics.ts'

export interface ServerMetrics {
  observe(incoming: IncomingMessage, outgoing: ServerResponse, isApi: boolean): void
  countFailedLogin(login: FailedLogin): void
  print(site: Site): Promise<{ contentType: string; text: string }>
}

/** Other methods share one label, so that clients cannot create an unbounded number of labels. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Gauges that are named like counters, which `promtool check metrics` rejects. Those without `_total` say the same by type. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

export function makeServerMetrics(version: string): ServerMetrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  for (const name of MISNAMED) register.removeSingleMetric(name)
  new Gauge({
    name: 'rackwright_build_info',
    help: 'Always 1; the label is the running version',
    labelNames: ['version'],
    registers: [register],
  }).set({ version }, 1)
  const open = new Gauge({
    name: 'rackwright_http_requests_open',
    help: 'Requests that are being answered now, live event streams included',
    registers: [register],
  })
  const duration = new Histogram({
    name: 'rackwright_http_request_duration_seconds',
    help: 'Time from a request to the end of its response',
    labelNames: ['kind', 'method', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  })
  const failedLogins = new Counter({
    name: 'rackwright_failed_logins_total',
    help: 'Logins refused, or not even checked because there were too many, by this server since its start',
    labelNames: ['method', 'reason'] as const,
    registers: [register],
  })
  for (const method of ['password', 'second_factor', 'passkey', 'saml', 'oidc', 'invitation'] as const)
    for (const reason of ['refused', 'throttled'] as const) failedLogins.inc({ method, reason }, 0)

  return {
    observe(incoming, outgoing, isApi) {
      const { method = 'GET' } = incoming
      const stop = duration.startTimer({
        kind: isApi ? 'api' : 'console',
        method: METHODS.has(method) ? method : 'other',
      })
      open.inc()
      outgoing.once('close', () => {
        open.dec()
        stop({ status: outgoing.writableFinished || outgoing.headersSent ? outgoing.statusCode : 499 })
      })
    },
    countFailedLogin: (login) => failedLogins.inc({ ...login }),
    print: async (site) => ({
      contentType: register.contentType,
      text: `${await register.metrics()}\n${await printSite(site)}`,
    }),
  }
}
