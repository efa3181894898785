// The source addresses that the system accepts.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { MAX_ALLOWED_SOURCES } from './limits.ts'
import { bounded, IpNet, timestamp } from './values.ts'

export const AllowedSourceIps = z.discriminatedUnion('allow', [
  z.object({ allow: z.literal('any') }),
  z.object({
    allow: z.literal('list'),
    ips: bounded(
      MAX_ALLOWED_SOURCES,
      z.array(IpNet).refine((ips) => ips.length > 0, 'the list of allowed addresses is empty'),
    ),
  }),
])

export const AllowList = z.object({ allowed_ips: AllowedSourceIps, time_created: timestamp, time_modified: timestamp })

export const AllowListUpdate = z.object({ allowed_ips: AllowedSourceIps })

export const allowList = {
  networking_allow_list_view: { status: 200, answer: AllowList },
  networking_allow_list_update: { body: AllowListUpdate, status: 200, answer: AllowList },
} satisfies Operations<'allow_list'>
