// The networks of VPCs as the simulated network was given them. In the database, so that every replica has the same.
import type { VpcNetwork } from '#drivers/network.ts'
import { integer, json, table, uuid } from '../db/define.ts'

export const simulated_network = table(
  'simulated_network',
  { vpc_id: uuid(), generation: integer(), configuration: json<VpcNetwork>() },
  { primary: ['vpc_id'] },
)
