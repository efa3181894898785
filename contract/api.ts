// The API as one table: every operation with its request and response schemas. A missing row does not compile.
import type { z } from 'zod'
import { activity } from './activity.ts'
import { audit } from './audit.ts'
import { consoleRun } from './console-run.ts'
import { diskBlocks } from './disk-blocks.ts'
import { callerAddress } from './caller-address.ts'
import { firstSteps } from './first-steps.ts'
import { samlMetadata } from './saml-metadata.ts'
import { instanceFailure } from './instance-failure.ts'
import { instanceSummary } from './instance-summary.ts'
import { issue } from './issue.ts'
import { ipPoolAddress } from './ip-pool-address.ts'
import { networkMap } from './network-map.ts'
import { networkStatus } from './network-status.ts'
import { overview } from './overview.ts'
import { timeseriesSchema } from './timeseries-schema.ts'
import { reachability } from './reachability.ts'
import { loginOptions } from './login-options.ts'
import type { Operation, Shape } from './define.ts'
import type { Encoding } from './facts.ts'
import type { OperationId } from './operations.ts'
import * as all from './schemas.ts'
import { serverMetrics } from './server-metrics.ts'
import { serialStream } from './serial-stream.ts'
import { siloCertificate } from './silo-certificate.ts'
import { siloGroup } from './silo-group.ts'
import { sledLoad } from './sled-load.ts'

export const api = {
  ...all.ping,
  ...all.session,
  ...all.deviceAuth,
  ...all.me,
  ...all.sshKey,
  ...all.project,
  ...all.policy,
  ...all.role,
  ...all.user,
  ...all.userBuiltin,
  ...all.group,
  ...all.silo,
  ...all.quota,
  ...all.utilization,
  ...all.identityProvider,
  ...all.certificate,
  ...all.instance,
  ...all.serialConsole,
  ...all.disk,
  ...all.snapshot,
  ...all.image,
  ...all.affinityGroup,
  ...all.antiAffinityGroup,
  ...all.vpc,
  ...all.vpcSubnet,
  ...all.vpcRouter,
  ...all.vpcRouterRoute,
  ...all.firewallRule,
  ...all.internetGateway,
  ...all.networkInterface,
  ...all.externalIp,
  ...all.floatingIp,
  ...all.ipPool,
  ...all.rack,
  ...all.sled,
  ...all.switches,
  ...all.physicalDisk,
  ...all.switchPort,
  ...all.switchPortSettings,
  ...all.addressLot,
  ...all.loopbackAddress,
  ...all.bgp,
  ...all.bfd,
  ...all.allowList,
  ...all.targetRelease,
  ...all.supportBundle,
  ...all.probe,
  ...all.metric,
  ...all.timeseries,
  ...audit,
  ...activity,
  ...overview,
  ...instanceSummary,
  ...loginOptions,
  ...instanceFailure,
  ...callerAddress,
  ...consoleRun,
  ...samlMetadata,
  ...firstSteps,
  ...issue,
  ...siloCertificate,
  ...siloGroup,
  ...sledLoad,
  ...ipPoolAddress,
  ...networkMap,
  ...networkStatus,
  ...reachability,
  ...timeseriesSchema,
  ...diskBlocks,
  ...serverMetrics,
  ...serialStream,
} satisfies Record<OperationId, Operation>

export type Api = typeof api
type Field<Op extends OperationId, K extends string> = Api[Op] extends Record<K, infer V> ? V : never

type Out<S> = [S] extends [never] ? undefined : S extends z.ZodType ? z.output<S> : never
type In<S> = [S] extends [never] ? undefined : S extends z.ZodType ? z.input<S> : never
type OutShape<S> = [S] extends [never] ? Record<never, never> : S extends Shape ? z.output<z.ZodObject<S>> : never
type InShape<S> = [S] extends [never] ? Record<never, never> : S extends Shape ? z.input<z.ZodObject<S>> : never

/** A handler's input: parsed, with defaults filled in. */
export interface Input<Op extends OperationId> {
  path: OutShape<Field<Op, 'path'>>
  query: OutShape<Field<Op, 'query'>>
  body: Out<Field<Op, 'body'>>
}

/** What a client sends: fields with a default are optional. */
export interface Sent<Op extends OperationId> {
  path: InShape<Field<Op, 'path'>>
  query: InShape<Field<Op, 'query'>>
  body: Encoding<Op> extends 'bytes' ? string | Uint8Array<ArrayBuffer> : In<Field<Op, 'body'>>
}

/** What a handler returns: nullable fields may be absent, and the response schema drops private columns. */
export type Answer<Op extends OperationId> = In<Field<Op, 'answer'>>

/** The response on the wire. */
export type Answered<Op extends OperationId> = Out<Field<Op, 'answer'>>

/** The named schemas of the published contract. */
export type WireName = { [K in keyof typeof all]: (typeof all)[K] extends z.ZodType ? K : never }[keyof typeof all]

/** A named schema's value as on the wire: Wire<'Instance'>. */
export type Wire<Name extends WireName> = Out<(typeof all)[Name]>
