// Internet gateways of a VPC, and the pools and addresses they use.
import { table, text, time, uuid } from '../define.ts'

const identity = () => ({ id: uuid(), name: text(), description: text(), time_created: time(), time_modified: time() })

export const internet_gateway = table(
  'internet_gateway',
  { ...identity(), vpc_id: uuid().references('vpc', 'cascade') },
  { primary: ['id'], unique: [['vpc_id', 'name']], index: [['vpc_id', 'id']] },
)

export const internet_gateway_ip_pool = table(
  'internet_gateway_ip_pool',
  {
    ...identity(),
    internet_gateway_id: uuid().references('internet_gateway', 'cascade'),
    ip_pool_id: uuid().references('ip_pool', 'cascade'),
  },
  {
    primary: ['id'],
    unique: [['internet_gateway_id', 'name']],
    index: [['internet_gateway_id', 'id'], ['ip_pool_id']],
  },
)

/** At most one per gateway. */
export const internet_gateway_ip_address = table(
  'internet_gateway_ip_address',
  { ...identity(), internet_gateway_id: uuid().references('internet_gateway', 'cascade'), address: text() },
  { primary: ['id'], unique: [['internet_gateway_id']] },
)
