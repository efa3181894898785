// Whether a new instance exceeds what is left of the silo's quota, and what the server will do about it. No React here.
import type { Model } from '#contract/client.ts'
import { takenBy, type InstanceValues } from './values.ts'

interface QuotaProblem {
  title: string
  text: string
}

const names = { cpus: 'vCPUs', memory: 'memory', storage: 'storage' } as const

export function quotaProblem(
  values: Partial<InstanceValues>,
  { capacity, provisioned }: Model<'Utilization'>,
): QuotaProblem | undefined {
  const taken = takenBy(values)
  const isOver = (key: keyof typeof names) => taken[key] > 0 && provisioned[key] + taken[key] > capacity[key]
  if (isOver('storage')) {
    return { title: 'Not enough storage in the silo quota', text: 'The instance cannot be created with these disks.' }
  }
  const missing = (['cpus', 'memory'] as const).filter(isOver).map((key) => names[key])
  if (!values.start || missing.length === 0) return undefined
  return {
    title: `Not enough ${missing.join(' and ')} in the silo quota`,
    text: 'The instance will be created but not started. Start it once there is room.',
  }
}
